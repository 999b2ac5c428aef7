import { setTimeout as delay } from 'node:timers/promises';
import type { OnApplicationShutdown } from '@nestjs/common';
import { diag, DiagLogLevel } from '@opentelemetry/api';
import type { Logger } from '../logger.js';
import { switchTracing } from './tracing.js';

/**
 * Any of these enables tracing; the other OTEL_* variables configure it
 * (https://opentelemetry.io/docs/specs/otel/configuration/sdk-environment-variables/).
 */
const ASKING = ['OTEL_EXPORTER_OTLP_ENDPOINT', 'OTEL_EXPORTER_OTLP_TRACES_ENDPOINT', 'OTEL_TRACES_EXPORTER'];

/**
 * Defaults that differ from OpenTelemetry's: a killed process loses one second of spans, not five, and baggage is not
 * propagated.
 */
const DEFAULTS = { OTEL_BSP_SCHEDULE_DELAY: '1000', OTEL_PROPAGATORS: 'tracecontext' };

/** Time to send the last spans, ms. An unreachable collector does not delay the shutdown any longer. */
const FLUSH_TIMEOUT_MS = 2_000;

/** Whether the environment enables tracing. Otherwise nothing is traced and the SDK is not loaded. */
export function wantsTraces(env: NodeJS.ProcessEnv): boolean {
  if (env['OTEL_SDK_DISABLED'] === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none') return false;
  return ASKING.some((name) => Boolean(env[name]));
}

/** Exports a process's traces while its application runs. */
export class Tracing implements OnApplicationShutdown {
  private constructor(private readonly end: () => Promise<void>) {}

  /** Starts the export if the environment enables it: OTLP over HTTP, unless configured otherwise. */
  static async start(service: string, log: Logger): Promise<Tracing> {
    if (!wantsTraces(process.env)) return new Tracing(() => Promise.resolve());
    const warn = (message: string) => log.warn('tracing.failed', { message });
    const ignore = () => undefined;
    const logger = { error: warn, warn, info: ignore, debug: ignore, verbose: ignore };
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

  /** Sends the last spans, if that does not take too long. */
  async onApplicationShutdown(): Promise<void> {
    await Promise.race([this.end().catch(() => undefined), delay(FLUSH_TIMEOUT_MS, undefined, { ref: false })]);
  }
}
