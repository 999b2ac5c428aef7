/** A class whose instances a message body is validated into. */
export type Shape<T extends object = object> = new () => T;

/**
 * A question over core NATS request/reply, answered within `timeoutMs` or failed.
 * Subjects begin with `rpc.`, so that no JetStream stream can ever cover one.
 */
export interface RpcContract<Request extends object = object, Reply = unknown> {
  readonly subject: `rpc.${string}`;
  readonly request: Shape<Request>;
  readonly timeoutMs: number;
  /** Never present at run time; carries the reply's type. */
  readonly reply?: Reply;
}

/** A fact or a job kept in a JetStream stream until every consumer has acknowledged it. */
export interface DurableContract<Payload extends object = object> {
  readonly kind: 'durable';
  readonly stream: StreamName;
  /** The subject as a consumer binds it; `*` stands for one token the publisher fills in. */
  readonly subject: string;
  readonly payload: Shape<Payload>;
}

/** News that is worth nothing a few seconds later: core NATS, at most once. */
export interface LiveContract<Payload extends object = object> {
  readonly kind: 'live';
  readonly subject: string;
  readonly payload: Shape<Payload>;
}

const SECOND_NS = 1_000_000_000;
const MINUTE_NS = 60 * SECOND_NS;
const DAY_NS = 24 * 60 * MINUTE_NS;

/**
 * The streams of the system. `work` streams drop a message once it is acknowledged; `log` streams keep it for `maxAgeNs`
 * so that several services read it. Sizes: messages; duplicate window 10 min (measured: reliability notes §2.2).
 */
export const STREAMS = {
  RENDER: { subjects: ['render.job.>'], retention: 'work', maxMessages: 50_000, duplicateWindowNs: 10 * MINUTE_NS },
  RESULT: { subjects: ['render.result.>'], retention: 'work', maxMessages: 50_000, duplicateWindowNs: 10 * MINUTE_NS },
  VIDEO: { subjects: ['video.>'], retention: 'log', maxAgeNs: 7 * DAY_NS, duplicateWindowNs: 10 * MINUTE_NS },
} as const satisfies Record<string, StreamPolicy>;

export type StreamName = 'RENDER' | 'RESULT' | 'VIDEO';

/** How one stream keeps its messages; durations in nanoseconds, as JetStream wants them. */
export interface StreamPolicy {
  readonly subjects: readonly string[];
  readonly retention: 'work' | 'log';
  readonly duplicateWindowNs: number;
  readonly maxMessages?: number;
  readonly maxAgeNs?: number;
}

/** Declares a question; `timeoutMs` is how long the asker waits (default 5,000). */
export function rpc<Request extends object, Reply>(
  subject: `rpc.${string}`,
  request: Shape<Request>,
  options: { timeoutMs?: number } = {},
): RpcContract<Request, Reply> {
  return { subject, request, timeoutMs: options.timeoutMs ?? 5_000 };
}

/** Declares a message kept in `stream`. */
export function durable<Payload extends object>(
  stream: StreamName,
  subject: string,
  payload: Shape<Payload>,
): DurableContract<Payload> {
  return { kind: 'durable', stream, subject, payload };
}

/** Declares news on core NATS. */
export function live<Payload extends object>(subject: string, payload: Shape<Payload>): LiveContract<Payload> {
  return { kind: 'live', subject, payload };
}
