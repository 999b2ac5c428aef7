import {
  type Attributes,
  context,
  type Context,
  propagation,
  ROOT_CONTEXT,
  type Span,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { AppError } from '#libs/contracts';
import { logFields, withLogFields } from '../logger.js';

/** A span's properties in addition to its name. Attributes follow OpenTelemetry's semantic conventions. */
export interface SpanFacts {
  kind?: Lowercase<keyof typeof SpanKind>;
  attributes?: Attributes;
  /**
   * Whether a thrown error counts as a failure. Default: every error does, except an {@link AppError} that the caller
   * caused.
   */
  isFailure?: (error: unknown) => boolean;
}

/** A started span. Does nothing where tracing is disabled. */
export interface OpenSpan {
  /** Runs `work` with the span active. */
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** @param error what the work threw, or the name of how it failed; nothing where it did not */
  end(error?: unknown): void;
}

/** The trace of a message or a stored row (W3C Trace Context) and the id of the request that caused it. */
export type TraceHeaders = Record<string, string>;

const REQUEST_ID = 'request-id';

/** The span where tracing is disabled. */
export const UNTRACED: OpenSpan = {
  run: (work) => work(),
  set: () => undefined,
  end: () => undefined,
  rename: () => undefined,
};

let isOn = false;

/** Switches tracing, for the code that starts and stops the export. */
export function switchTracing(on: boolean): void {
  isOn = on;
}

/** The active trace, for messages and for rows that are processed later. */
export function currentTraceHeaders(): TraceHeaders {
  const headers: TraceHeaders = {};
  propagation.inject(context.active(), headers);
  const { request_id: requestId } = logFields();
  if (typeof requestId === 'string') headers[REQUEST_ID] = requestId;
  return headers;
}

/** Runs `work` inside the trace of {@link currentTraceHeaders} and no other; its log lines have the request's id. */
export function withTrace<T>(headers: TraceHeaders, work: () => T): T {
  const { [REQUEST_ID]: requestId } = headers;
  const inside = () => context.with(propagation.extract(ROOT_CONTEXT, headers), work);
  return requestId === undefined ? inside() : withLogFields({ request_id: requestId }, inside);
}

/**
 * Starts a trace. An HTTP request starts a new trace whatever headers its caller sends, because the caller could
 * otherwise decide what is sampled. Nothing else starts a trace, so work without a request is not traced.
 */
export function beginTrace(name: string, facts: SpanFacts): OpenSpan {
  return isOn ? open(name, facts, ROOT_CONTEXT) : UNTRACED;
}

/** Starts a child of the active span. */
export function openSpan(name: string, facts: SpanFacts): OpenSpan {
  return isTraced() ? open(name, facts, context.active()) : UNTRACED;
}

/** Runs `work` in a child of the active span. */
export async function traced<T>(name: string, facts: SpanFacts, work: (span: OpenSpan) => Promise<T>): Promise<T> {
  const span = openSpan(name, facts);
  try {
    const result = await span.run(() => work(span));
    span.end();
    return result;
  } catch (error) {
    span.end(error);
    throw error;
  }
}

/**
 * Runs work that a crash may interrupt. A child span of zero length is exported immediately, and the spans of the work
 * become its children. A second span, without children, reports how long the work took when it ends. So a killed
 * process leaves a complete trace, which shows that the work was received and never processed.
 */
export function tracedFromReceipt<T>(subject: string, facts: SpanFacts, work: () => Promise<T>): Promise<T> {
  if (!isTraced()) return work();
  const startedAtMs = Date.now();
  const receipt = openSpan(`receive ${subject}`, facts);
  receipt.end();
  const done = (error?: unknown) => recordSpan(`process ${subject}`, { ...facts, startedAtMs, error });
  return receipt.run(async () => {
    try {
      const result = await work();
      done();
      return result;
    } catch (error) {
      done(error);
      throw error;
    }
  });
}

/** Adds a finished child of the active span, with the spans that `inside` adds below it. Times: ms since 1970. */
export function recordSpan(
  name: string,
  { startedAtMs, endedAtMs = Date.now(), error, ...facts }: SpanFacts & PastTimes,
  inside: () => void = () => undefined,
): void {
  if (!isTraced()) return;
  const span = open(name, facts, context.active(), { startedAtMs, endedAtMs });
  span.run(inside);
  span.end(error);
}

interface PastTimes {
  startedAtMs: number;
  endedAtMs?: number;
  error?: unknown;
}

function isTraced(): boolean {
  return isOn && trace.getSpanContext(context.active()) !== undefined;
}

function open(
  name: string,
  { kind = 'internal', attributes, isFailure = isOurFault }: SpanFacts,
  parent: Context,
  past?: { startedAtMs: number; endedAtMs: number },
): OpenSpan {
  const options = { kind: KINDS[kind], attributes, ...(past && { startTime: past.startedAtMs }) };
  const span = trace.getTracer('framewright').startSpan(name, options, parent);
  const inside = trace.setSpan(parent, span);
  return {
    run: (work) => context.with(inside, work),
    set: (more) => void span.setAttributes(more),
    rename: (better) => void span.updateName(better),
    end(error) {
      if (error !== undefined) note(span, error, isFailure(error));
      span.end(past?.endedAtMs);
    },
  };
}

/** Records an error on a span without its message, which may quote a caller's input. */
function note(span: Span, error: unknown, isFailure: boolean): void {
  span.setAttribute('error.type', errorType(error));
  if (isFailure) span.setStatus({ code: SpanStatusCode.ERROR });
}

function errorType(error: unknown): string {
  if (error instanceof AppError) return error.code;
  return error instanceof Error ? error.name : String(error);
}

function isOurFault(error: unknown): boolean {
  return !(error instanceof AppError) || error.status >= 500;
}

const KINDS = {
  internal: SpanKind.INTERNAL,
  server: SpanKind.SERVER,
  client: SpanKind.CLIENT,
  producer: SpanKind.PRODUCER,
  consumer: SpanKind.CONSUMER,
} as const satisfies Record<NonNullable<SpanFacts['kind']>, SpanKind>;
