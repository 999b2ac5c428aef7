import { afterAll, beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { NodeSDK } from '@opentelemetry/sdk-node';
import { InMemorySpanExporter, type ReadableSpan, SimpleSpanProcessor } from '@opentelemetry/sdk-trace';
import { AppError } from '#libs/contracts';
import { Logger, withLogFields } from '../logger.js';
import {
  beginTrace,
  currentTraceHeaders,
  openSpan,
  recordSpan,
  switchTracing,
  traced,
  tracedFromReceipt,
  withTrace,
} from './tracing.js';
import { wantsTraces } from './tracing-export.js';

describe('tracing that is not enabled', () => {
  it('passes on the id of the request and nothing else', async () => {
    const headers = withLogFields({ request_id: 'r1' }, currentTraceHeaders);
    expect(headers).toEqual({ 'request-id': 'r1' });
    expect(
      await beginTrace('GET', {}).run(() => traced('work', {}, () => Promise.resolve(currentTraceHeaders()))),
    ).toEqual({});
  });

  it.each([
    [{}, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: '' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318' }, true],
    [{ OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: 'http://collector:4318/v1/traces' }, true],
    [{ OTEL_TRACES_EXPORTER: 'console' }, true],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_TRACES_EXPORTER: 'none' }, false],
    [{ OTEL_EXPORTER_OTLP_ENDPOINT: 'http://collector:4318', OTEL_SDK_DISABLED: 'true' }, false],
  ])('%j asks for traces: %s', (env, asked) => {
    expect(wantsTraces(env)).toBe(asked);
  });
});

describe('tracing', () => {
  const exporter = new InMemorySpanExporter();
  const sdk = new NodeSDK({
    spanProcessors: [new SimpleSpanProcessor({ exporter })],
    metricReaders: [],
    logRecordProcessors: [],
    autoDetectResources: false,
  });

  beforeAll(() => {
    sdk.start();
    switchTracing(true);
  });
  beforeEach(() => exporter.reset());
  afterAll(async () => {
    switchTracing(false);
    await sdk.shutdown();
  });

  const spanOf = (name: string): ReadableSpan => exporter.getFinishedSpans().find((span) => span.name === name)!;
  const parentOf = (name: string): string | undefined => spanOf(name).parentSpanContext?.spanId;
  const idOf = (name: string): string => spanOf(name).spanContext().spanId;

  /** Runs `work` within a request of its own. */
  async function inRequest<T>(work: () => Promise<T>): Promise<T> {
    const request = beginTrace('POST /v1/videos', { kind: 'server' });
    const result = await request.run(work);
    request.end();
    return result;
  }

  it('continues in another process from its stored headers', async () => {
    const stored = await inRequest(() => traced('enqueue', {}, () => Promise.resolve(currentTraceHeaders())));
    await withTrace(stored, () => traced('later', { kind: 'consumer' }, () => Promise.resolve()));
    expect(parentOf('enqueue')).toBe(idOf('POST /v1/videos'));
    expect(parentOf('later')).toBe(idOf('enqueue'));
    expect(spanOf('later').spanContext().traceId).toBe(spanOf('POST /v1/videos').spanContext().traceId);
  });

  it('does not mix the trace that is stored with the one that is active', async () => {
    await inRequest(() => withTrace({}, () => traced('background', {}, () => Promise.resolve())));
    expect(spanOf('background')).toBeUndefined();
  });

  it('begins with requests only, and not below what their callers send', () => {
    const foreign = { traceparent: '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01' };
    openSpan('background', {}).end();
    withTrace(foreign, () => beginTrace('GET /v1/videos', {})).end();
    expect(exporter.getFinishedSpans().map(({ name }) => name)).toEqual(['GET /v1/videos']);
    expect(parentOf('GET /v1/videos')).toBeUndefined();
  });

  it('leaves a whole trace behind work that never ended', async () => {
    await inRequest(async () => {
      void tracedFromReceipt('render.job.software', {}, async () => {
        await traced('claim', {}, () => Promise.resolve());
        await new Promise(() => undefined); // its process was killed
      });
      await new Promise((resolve) => setImmediate(resolve));
    });
    expect(parentOf('claim')).toBe(idOf('receive render.job.software'));
    expect(parentOf('receive render.job.software')).toBe(idOf('POST /v1/videos'));
    expect(spanOf('process render.job.software')).toBeUndefined();
  });

  it('reports afterwards how long the work took', async () => {
    const at = (ms: number) => Date.UTC(2026, 0, 1) + ms; // small numbers count from the start of the process
    await inRequest(() =>
      tracedFromReceipt('render.job.software', {}, () => {
        recordSpan('render step', { startedAtMs: at(1_000), endedAtMs: at(3_500) }, () =>
          recordSpan('render encode', { startedAtMs: at(2_000), endedAtMs: at(3_000) }),
        );
        return Promise.resolve();
      }),
    );
    expect(spanOf('render step').duration).toEqual([2, 500_000_000]);
    expect(parentOf('render encode')).toBe(idOf('render step'));
    expect(parentOf('process render.job.software')).toBe(idOf('receive render.job.software'));
  });

  it.each([
    ['a failure of ours', new AppError('INTERNAL_SERVER_ERROR', { detail: 'secret' }), 'INTERNAL_SERVER_ERROR', 2],
    ['a fault of the caller', new AppError('VALIDATION_ERROR'), 'VALIDATION_ERROR', 0],
    ['a failure by name', 'TIMED_OUT', 'TIMED_OUT', 2],
    ['anything else', new TypeError('secret'), 'TypeError', 2],
  ])('names %s and quotes nothing', async (_what, error, type, code) => {
    await inRequest(async () => {
      openSpan('work', {}).end(error);
      await Promise.resolve();
    });
    expect(spanOf('work').attributes).toEqual({ 'error.type': type });
    expect(spanOf('work').status).toEqual({ code });
    expect(spanOf('work').events).toEqual([]);
  });

  it('puts its ids on every line logged inside', async () => {
    const lines: string[] = [];
    const log = new Logger('test', 'info', (line) => lines.push(line));
    const stored = await inRequest(() =>
      withLogFields({ request_id: 'r1' }, () => Promise.resolve(currentTraceHeaders())),
    );
    withTrace(stored, () => log.info('later'));
    expect(JSON.parse(lines[0]!)).toMatchObject({
      request_id: 'r1',
      trace_id: spanOf('POST /v1/videos').spanContext().traceId,
    });
  });
});
