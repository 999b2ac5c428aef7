import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Logger } from '../logger.js';
import { switchTracing } from './tracing.js';

/** Any of these asks for traces; the rest of OTEL_* says how (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/). */
const ASKING = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'];

/** Where they differ from OpenTelemetry's own: a killed process loses a second of spans, not five; no baggage is passed on. */
const DEFAULTS = { OTEL_BSP_SCHEDULE_DELAY: '1000', OTEL_PROPAGATORS: 'tracecontext' };

/** How long the last spans may take to be sent, ms: a collector that is away keeps nobody from ending. */
const FLUSH_TIMEOUT_MS = 2_000;

/** Whether an environment asks for traces; without a word about them there are none, and nothing of the SDK is loaded. */
export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return ASKING.some((name) => Boolean(env[name]));
}

/** The export of a process's traces, as long as its application runs. */
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly end: () => Promise<void>) {}

  /** Begins it where the environment asks for it: by OTLP over HTTP, if that does not say otherwise. */
  static async start(service: string, log: Logger): Promise<Tracing> {
    if (!wantsTraces(process.env)) return new Tracing(() => Promise.resolve());
    const complain = (message: string) => log.warn('tracing.failed', { message });
    const ignore = () => undefined;
    const logger = { error: complain, warn: complain, info: ignore, debug: ignore, verbose: ignore };
    diag.setLogger(logger, DiagLogLevel.WARN);
    for (const [name, value] of Object.entries(DEFAULTS)) process.env[name] ||= value;
    const { NodeSDK } = await import('@opentelemetry/sdk-node');
    const sdk = new NodeSDK({
      serviceName: process.env['OTEL_SERVICE_NAME'] || `framewright-${service}`,
      metricReaders: [], // metrics are pulled from /metrics, logs are on stdout
      logRecordProcessors: [],
    });
    sdk.start();
    switchTracing(true);
    return new Tracing(() => sdk.shutdown());
  }

  /** Sends the last spans, if that can be done soon. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.race([this.end().catch(() => undefined), delay(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
