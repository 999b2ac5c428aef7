import type { WorkBudget } from './budgets.js';

/** The class of a message's payload, with its validation rules. */
export type PayloadClass<T extends object = object> = new () => T;

/**
 * A request over core NATS, which gets its reply within `timeoutMs` or fails.
 * Subjects begin with `rpc.`, so that no JetStream stream can cover one.
 */
export interface RpcContract<Request extends object = object, Reply = unknown> {
  readonly kind: 'rpc';
  readonly subject: `rpc.${string}`;
  readonly request: PayloadClass<Request>;
  readonly timeoutMs: number;
  /** The budget that bounds its work. The service that keeps the budget takes a place before it handles the request. */
  readonly budget: WorkBudget;
  /** Whether the work ends when its caller no longer waits: it changes nothing, or undoes what it began. */
  readonly endsWithCaller: boolean;
  /** Carries the reply's type; absent at run time. */
  readonly reply?: Reply;
}

/** A fact or a job that a JetStream stream keeps until every consumer has acknowledged it: delivered at least once. */
export interface DurableContract<Payload extends object = object, Subject extends string = string> {
  readonly kind: 'durable';
  readonly stream: StreamName;
  /** A consumer may bind a `*`, which stands for one token; a publisher fills it in (see {@link withToken}). */
  readonly subject: Subject;
  /** The subject as declared, before {@link withToken}. */
  readonly pattern: string;
  readonly payload: PayloadClass<Payload>;
}

/** A message that is worthless seconds later: sent over core NATS, delivered at most once, stored nowhere. */
export interface LiveContract<Payload extends object = object> {
  readonly kind: 'live';
  readonly subject: string;
  readonly payload: PayloadClass<Payload>;
}

const SECOND_NS = 1_000_000_000;
const MINUTE_NS = 60 * SECOND_NS;
const DAY_NS = 24 * 60 * MINUTE_NS;

/**
 * The streams of the system. `work` streams drop a message once it is acknowledged; `log` streams keep it for
 * `maxAgeNs` so that several services read it. Limits count messages. A duplicate is recognized for 10 min, as long as
 * a renderer repeats a result that NATS has not acknowledged.
 */
export const STREAMS = {
  RENDER: { subjects: ['render.job.>'], retention: 'work', maxMessages: 50_000, duplicateWindowNs: 10 * MINUTE_NS },
  RESULT: { subjects: ['render.result.>'], retention: 'work', maxMessages: 50_000, duplicateWindowNs: 10 * MINUTE_NS },
  VIDEO: { subjects: ['video.>'], retention: 'log', maxAgeNs: 7 * DAY_NS, duplicateWindowNs: 10 * MINUTE_NS },
  DEAD: {
    subjects: ['dead.>'],
    retention: 'log',
    maxMessages: 200,
    maxAgeNs: 30 * DAY_NS,
    duplicateWindowNs: 10 * MINUTE_NS,
    maxMessageBytes: 1_010_000,
  },
} as const satisfies Record<string, StreamPolicy>;

export type StreamName = 'RENDER' | 'RESULT' | 'VIDEO' | 'DEAD';

/**
 * Stream of the messages that consumers of the other streams cannot read, kept byte for byte. Their subjects have the
 * prefix there. A copy has further headers, so it may be larger.
 */
export const DEAD_LETTERS = { stream: 'DEAD', prefix: 'dead.' } as const;

/** Policy by which one stream keeps its messages. Durations are in nanoseconds, as in JetStream's API. */
export interface StreamPolicy {
  readonly subjects: readonly string[];
  readonly retention: 'work' | 'log';
  readonly duplicateWindowNs: number;
  readonly maxMessages?: number;
  readonly maxAgeNs?: number;
  /** Limit of one message, headers included, bytes; 1,000,000 if absent. */
  readonly maxMessageBytes?: number;
}

/** Any message between services. */
export type MessageContract = RpcContract | DurableContract | LiveContract;

/** A subject that contains no `*`, so that a message can be sent to it; `never` for any other. */
export type ConcreteSubject<Subject extends string> = Subject extends `${string}*${string}` ? never : Subject;

/** Limits of a request. */
interface RpcOptions {
  budget: WorkBudget;
  /** Time for which the caller waits, ms. Default 5,000. */
  timeoutMs?: number;
  /** Default false. */
  endsWithCaller?: boolean;
}

/** Declares a request. */
export function rpc<Request extends object, Reply>(
  subject: `rpc.${string}`,
  request: PayloadClass<Request>,
  { budget, timeoutMs = 5_000, endsWithCaller = false }: RpcOptions,
): RpcContract<Request, Reply> {
  return { kind: 'rpc', subject, request, timeoutMs, budget, endsWithCaller };
}

/** Declares a message that `stream` keeps. */
export function durable<Payload extends object, const Subject extends string>(
  stream: StreamName,
  subject: Subject,
  payload: PayloadClass<Payload>,
): DurableContract<Payload, Subject> {
  return { kind: 'durable', stream, subject, pattern: subject, payload };
}

type Filled<Subject extends string> = Subject extends `${infer Start}*${infer End}` ? `${Start}${string}${End}` : never;

/** A text that NATS takes as one token of a subject. */
const TOKEN = /^[^\s.*>]+$/;

/**
 * The contract with `token` in place of its `*`: `render.job.*` and `nvenc` make `render.job.nvenc`.
 *
 * @throws RangeError for a token that is empty or has a dot, a space or a wildcard
 */
export function withToken<Payload extends object, Subject extends `${string}*${string}`>(
  contract: DurableContract<Payload, Subject>,
  token: string,
): DurableContract<Payload, Filled<Subject>> {
  if (!TOKEN.test(token)) throw new RangeError(`"${token}" is no token of a NATS subject`);
  return { ...contract, subject: contract.subject.replace('*', () => token) as Filled<Subject> };
}

/** Declares a message over core NATS. */
export function live<Payload extends object>(subject: string, payload: PayloadClass<Payload>): LiveContract<Payload> {
  return { kind: 'live', subject, payload };
}
