import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import {
  eventually,
  type Receiver,
  type ServiceName,
  startReceiver,
  startSystem,
  type TestSystem,
} from '#libs/testing';
import { createTemplate, createVideo, movingDocument, registerWebhook, untilDrawing, untilEnded } from './steps.js';
import { type CollectedSpan, type Collector, startCollector } from './collector.js';

/** Settings with which a lost renderer is noticed sooner than in production, where that takes a minute. */
const IMPATIENT = { LEASE_TIMEOUT_MS: '8000', RECONCILE_INTERVAL_MS: '1000' };
const SERVICES: readonly ServiceName[] = ['gateway', 'videos', 'credits', 'renderer', 'webhooks'];
/** A secret in the address of a webhook, where receivers often put one. */
const TOKEN = 'canary-2f9c81d07b';
const WRONG_KEY = 'fw_live_canary5d1e0c77a94b4f2e8c3d6b7a90e1f2a3';

describe('every step of a video can be followed', () => {
  let system: TestSystem;
  let receiver: Receiver;
  let collector: Collector;
  let secret: string;
  let videoId: string;

  /** Renders a video whose first renderer is killed while it draws, so that a second one draws it. */
  beforeAll(async () => {
    [collector, receiver] = await Promise.all([startCollector(), startReceiver()]);
    system = await startSystem({ ...IMPATIENT, ...collector.environment });
    ({ secret } = await registerWebhook(system, `${receiver.url}?token=${TOKEN}`));
    const template = await createTemplate(system, movingDocument(12, { width: 1280, height: 720 }));
    ({ id: videoId } = await createVideo(system, { template_id: template, format: 'mp4' }));
    await untilDrawing(system, videoId);
    await eventually(() => spansNamed('receive render.job.software').length === 1);
    await system.kill('renderer');
    expect((await untilEnded(system, videoId, 120_000)).status).toBe('COMPLETED');
    await eventually(() => receiver.verified(secret).some(({ type }) => type === 'video.finished'));
    await system.call('GET', '/videos', undefined, WRONG_KEY);
  }, 300_000);

  afterAll(async () => {
    await Promise.all([system.stop(), receiver.stop()]);
    await collector.stop();
  }, 60_000);

  const spansNamed = (name: string) => collector.spans.filter((span) => span.name === name);

  const withoutParent = (trace: readonly CollectedSpan[]) => {
    const ids = new Set(trace.map(({ spanId }) => spanId));
    return trace.filter(({ parentSpanId }) => parentSpanId !== '' && !ids.has(parentSpanId));
  };

  /** The trace of the video's request, once its last span is there, and all that services send a few seconds later. */
  async function completeTrace(): Promise<CollectedSpan[]> {
    const [{ traceId }] = await eventually(() => {
      const requests = spansNamed('POST /v1/videos');
      expect(requests).toHaveLength(1);
      return requests as [CollectedSpan];
    });
    const spans = () => collector.spans.filter((span) => span.traceId === traceId);
    return eventually(() => {
      expect(spans().filter(({ name }) => name === 'POST')).toHaveLength(2); // video.started, video.finished
      expect(spans().map(({ name }) => name)).toContain('process video.finished');
      expect(withoutParent(spans())).toEqual([]);
      return spans();
    });
  }

  it('as one trace, from POST /videos to the webhook, across a killed renderer', async () => {
    const trace = await completeTrace();
    const byId = new Map(trace.map((span) => [span.spanId, span]));
    expect(trace.filter(({ parentSpanId }) => parentSpanId === '').map(({ name }) => name)).toEqual([
      'POST /v1/videos',
    ]);
    expect(new Set(trace.map(({ service }) => service))).toEqual(
      new Set(SERVICES.map((name) => `framewright-${name}`)),
    );

    const wayTo = (span: CollectedSpan): string[] => {
      const parent = byId.get(span.parentSpanId);
      return [...(parent ? wayTo(parent) : []), span.name];
    };
    const posts = trace.filter(({ name }) => name === 'POST');
    expect(wayTo(posts.at(-1)!)).toEqual([
      'POST /v1/videos',
      'send rpc.videos.create',
      'process rpc.videos.create',
      'send render.job.software',
      'receive render.job.software',
      'send render.result.*',
      'receive render.result.*',
      'send video.finished',
      'receive video.finished',
      'POST',
    ]);
    expect(posts.map(({ attributes }) => attributes['http.response.status_code'])).toEqual([204, 204]);

    const renderersThat = (did: string) =>
      new Set(trace.filter(({ name }) => name === `${did} render.job.software`).map(({ instance }) => instance));
    expect(renderersThat('receive').size).toBe(2);
    expect(renderersThat('process').size).toBe(1); // the other was killed
    const [step] = trace.filter(({ name }) => name === 'render step') as [CollectedSpan];
    expect(step.attributes).toMatchObject({ 'framewright.video_id': videoId, 'framewright.outcome': 'rendered' });
    const stages = trace.filter(({ parentSpanId }) => parentSpanId === step.spanId).map(({ name }) => name);
    expect(stages).toEqual(expect.arrayContaining(['render assets', 'render encode', 'render check', 'render upload']));
  });

  it('in the logs of every service, by trace and by request', async () => {
    const [request] = (await completeTrace()).filter(({ parentSpanId }) => parentSpanId === '') as [CollectedSpan];
    const ids = { trace_id: request.traceId, request_id: request.attributes['framewright.request_id'] };
    for (const service of SERVICES) {
      expect([service, linesOf(service)]).toEqual([service, expect.arrayContaining([expect.objectContaining(ids)])]);
    }
    for (const event of ['video.accepted', 'step.claimed', 'step.rendered', 'video.completed', 'credits.capture']) {
      const lines = SERVICES.flatMap(linesOf).filter((line) => line['event'] === event);
      expect([event, lines]).toEqual([event, expect.arrayContaining([expect.objectContaining(ids)])]);
    }
    for (const event of ['event.fanned_out', 'delivery.attempted']) {
      const lines = linesOf('webhooks').filter((line) => line['event'] === event);
      const whose = { ...ids, org_id: system.orgId, video_id: videoId };
      expect([event, lines]).toEqual([event, expect.arrayContaining([expect.objectContaining(whose)])]);
    }
  });

  it('and neither logs nor traces hold a secret', () => {
    const everything = [...logFiles().map((file) => readFileSync(file, 'utf8')), ...collector.received].join('\n');
    expect(everything).toContain(videoId); // or the search would prove nothing
    const secrets = [system.apiKey, system.readKey, secret, WRONG_KEY, TOKEN, ...Object.values(localSecrets())];
    for (const [index, value] of secrets.entries()) {
      expect([index, everything.includes(value)]).toEqual([index, false]);
      expect([index, everything.includes(value.replace(/^whsec_/, ''))]).toEqual([index, false]);
    }
  });

  it('and in the metrics, whose labels name no customer', async () => {
    const texts = await Promise.all(SERVICES.map((service) => system.metrics(service)));
    const everything = texts.join('');
    const samples = [
      /^framewright_http_request_duration_seconds_count\{method="POST",route="\/v1\/videos",status="20\d"\} 1$/m,
      /^framewright_rate_limit_decisions_total\{decision="allowed"\} \d+$/m,
      /^framewright_rpc_duration_seconds_count\{subject="rpc.videos.create",outcome="ok"\} 1$/m,
      /^framewright_message_duration_seconds_count\{subject="video.finished",outcome="done"\} 1$/m,
      /^framewright_consumer_pending\{consumer="renderer-render-job-software"\} 0$/m,
      /^framewright_outbox_unpublished 0$/m,
      /^framewright_outbox_oldest_age_seconds 0$/m,
      /^framewright_videos_accepted_total 1$/m,
      /^framewright_videos_ended_total\{status="COMPLETED",code=""\} 1$/m,
      /^framewright_video_queue_wait_seconds_count 1$/m,
      /^framewright_segment_attempts_total\{outcome="lost"\} 1$/m,
      /^framewright_segments\{state="WAITING",encoder="any"\} 0$/m,
      /^framewright_render_queue_oldest_seconds 0$/m,
      /^framewright_repairs_total\{pass="silent_attempts"\} 1$/m,
      /^framewright_render_stage_seconds_count\{stage="encode"\} 1$/m,
      /^framewright_render_realtime_factor_count\{encoder="software",format="mp4"\} 1$/m,
      /^framewright_rendered_video_seconds_total\{encoder="software",format="mp4"\} 12$/m,
      /^framewright_encoder_info\{encoder="software",asked="auto"\} 1$/m,
      /^framewright_webhook_attempt_duration_seconds_count\{result="succeeded",answer="2xx"\} 2$/m,
      /^framewright_webhook_first_attempt_lag_seconds_count 2$/m,
      /^framewright_webhook_oldest_due_seconds 0$/m,
      /^framewright_ledger_violations\{check="every balance is the sum of its entries"\} 0$/m,
      /^framewright_ledger_checked_timestamp_seconds \d+/m,
    ];
    expect(samples.filter((sample) => !sample.test(everything))).toEqual([]);
    for (const text of texts) expect(text).toMatch(/^nodejs_eventloop_lag_p99_seconds [\d.e-]+$/m);
    for (const id of [system.orgId, videoId]) expect(everything).not.toContain(id);
  });

  function linesOf(service: string): Record<string, unknown>[] {
    const text = readFileSync(join(system.dataFolder, 'logs', `${service}.log`), 'utf8');
    const lines = text.split('\n').filter((line) => line.startsWith('{'));
    return lines.map((line) => JSON.parse(line) as Record<string, unknown>);
  }

  function logFiles(): string[] {
    const folder = join(system.dataFolder, 'logs');
    return readdirSync(folder).map((file) => join(folder, file));
  }

  /**
   * Secrets that the local system made up for itself: passwords of the database's roles, the key of webhooks' secrets.
   */
  function localSecrets(): Record<string, string> {
    const flat = (value: unknown): [string, string][] =>
      typeof value === 'string'
        ? [[value, value]]
        : Object.values(value as object).flatMap((inner: unknown) => flat(inner));
    return Object.fromEntries(flat(JSON.parse(readFileSync(join(system.dataFolder, 'secrets.json'), 'utf8'))));
  }
});
