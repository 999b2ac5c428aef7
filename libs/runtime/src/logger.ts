import { AsyncLocalStorage } from 'node:async_hooks';
import type { LoggerService } from '@nestjs/common';
import { trace } from '@opentelemetry/api';
import { AppError } from '#libs/contracts';

/** The fields of a log line in addition to its event: ids, durations in `_ms`, decisions. */
export type LogFields = Record<string, unknown>;

export const LOG_LEVELS = ['debug', 'info', 'warn', 'error'] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

const scope = new AsyncLocalStorage<LogFields>();

/** Runs `work` with `fields` (a request's or a message's ids) on every line that it logs. */
export function withLogFields<T>(fields: LogFields, work: () => T): T {
  return scope.run({ ...logFields(), ...fields }, work);
}

/** The fields that {@link withLogFields} adds to lines logged here. */
export function logFields(): LogFields {
  return scope.getStore() ?? {};
}

/**
 * Writes JSON lines to stdout, one line per unit of work: `log.info('step.rendered', { video_id, draw_ms })`. Also
 * serves as Nest's logger.
 */
export class Logger implements LoggerService {
  constructor(
    private readonly service: string,
    private readonly level: LogLevel = 'info',
    private readonly write: (line: string) => void = (line) => process.stdout.write(line),
  ) {}

  debug(event: string, fields?: LogFields | string): void {
    this.line('debug', event, fields);
  }

  info(event: string, fields?: LogFields): void {
    this.line('info', event, fields);
  }

  warn(event: string, fields?: LogFields | string): void {
    this.line('warn', event, fields);
  }

  /** Logs the field `error` as its message, code, internal detail, stack and causes. */
  error(event: unknown, fields?: LogFields | string): void {
    if (event instanceof Error) this.line('error', 'error', { error: event });
    else this.line('error', typeof event === 'string' ? event : JSON.stringify(event), fields);
  }

  /** Nest's own messages about modules and routes: kept at debug. */
  log(message: string, context?: string): void {
    this.line('debug', 'nest', { message, context });
  }

  private line(level: LogLevel, event: string, fields: LogFields | string | undefined): void {
    if (LOG_LEVELS.indexOf(level) < LOG_LEVELS.indexOf(this.level)) return;
    const span = trace.getActiveSpan()?.spanContext();
    const line = {
      time: new Date().toISOString(),
      level,
      service: this.service,
      event,
      ...(span ? { trace_id: span.traceId, span_id: span.spanId } : {}),
      ...logFields(),
      ...(typeof fields === 'string' ? { context: fields } : fields),
    };
    this.write(
      `${JSON.stringify(line, (_key, value: unknown) => (value instanceof Error ? describe(value) : value))}\n`,
    );
  }
}

function describe(error: Error): LogFields {
  return {
    name: error.name,
    message: error.message,
    ...(error instanceof AppError ? { code: error.code, detail: error.detail } : {}),
    stack: error.stack,
    ...(error.cause === undefined ? {} : { cause: error.cause instanceof Error ? describe(error.cause) : error.cause }),
  };
}
