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

/** What a span is besides its name; attributes are called as OpenTelemetry's semantic conventions call them. */
export interface SpanFacts {
  kind?: Lowercase<keyof typeof SpanKind>;
  attributes?: Attributes;
  /** Whether what was thrown is a failure; without it everything is but an {@link AppError} that blames the caller. */
  isFailure?: (error: unknown) => boolean;
}

/** A span that has begun. Inert where nothing is traced. */
export interface OpenSpan {
  /** Runs `work` with the span as the active one. */
  run<T>(work: () => T): T;
  set(attributes: Attributes): void;
  rename(name: string): void;
  /** @param error what the work threw, or the name of how it failed; nothing where it did not */
  end(error?: unknown): void;
}

/** Of a message or a stored row: the trace it belongs to (W3C Trace Context) and the id of the request that began it. */
export type TraceHeaders = Record<string, string>;

const REQUEST_ID = 'request-id';

/** What is not traced. */
export const UNTRACED: OpenSpan = {
  run: (work) => work(),
  set: () => undefined,
  end: () => undefined,
  rename: () => undefined,
};

let isOn = false;

/** For those who start and stop the exporting. */
export function switchTracing(on: boolean): void {
  isOn = on;
}

/** The active trace: goes into every message, and into rows that somebody works on later. */
export function currentTraceHeaders(): TraceHeaders {
  const headers: TraceHeaders = {};
  propagation.inject(context.active(), headers);
  const { request_id: requestId } = logFields();
  if (typeof requestId === 'string') headers[REQUEST_ID] = requestId;
  return headers;
}

/** Runs `work` inside the trace that {@link currentTraceHeaders} noted, and in no other; its log lines have the request's id. */
export function withTrace<T>(headers: TraceHeaders, work: () => T): T {
  const { [REQUEST_ID]: requestId } = headers;
  const inside = () => context.with(propagation.extract(ROOT_CONTEXT, headers), work);
  return requestId === undefined ? inside() : withLogFields({ request_id: requestId }, inside);
}

/**
 * Begins a trace: an HTTP request has one of its own, whatever its caller sends, who could otherwise decide what is kept
 * here. Nothing else begins one, so work that no request caused is not traced.
 */
export function beginTrace(name: string, facts: SpanFacts): OpenSpan {
  return isOn ? open(name, facts, ROOT_CONTEXT) : UNTRACED;
}

/** Begins a span below the active one. */
export function openSpan(name: string, facts: SpanFacts): OpenSpan {
  return isTraced() ? open(name, facts, context.active()) : UNTRACED;
}

/** Runs `work` in a span below the active one. */
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
 * Runs work that a crash may cut short. What is done in it hangs below a span that is over, and so exported, at once; the
 * span that tells how long the work took comes when it ends, and nothing hangs below that. So a killed process leaves a
 * whole trace: the work was received, and never processed.
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

/** Adds a span that is over below the active one, and what `inside` adds below itself. Times: ms since 1970. */
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

/** Never the message, which may quote what a caller sent. */
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
