import { headers, type MsgHdrs } from '@nats-io/transport-node';
import type { SpanFacts, TraceHeaders } from '#libs/runtime';

/** NATS headers from a plain record. */
export function natsHeaders(record: TraceHeaders): MsgHdrs {
  const result = headers();
  for (const [name, value] of Object.entries(record)) result.set(name, value);
  return result;
}

/** Reads the trace of a message. */
export function traceHeadersOf(message: { headers?: MsgHdrs }): TraceHeaders {
  const { headers: sent } = message;
  return Object.fromEntries((sent?.keys() ?? []).map((name) => [name.toLowerCase(), sent!.get(name)]));
}

const UUID = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** Replaces the parts of a subject that differ in every message, for names of spans and metrics. */
export function subjectPattern(subject: string): string {
  return subject.replace(UUID, '*');
}

/** Describes a message by OpenTelemetry's semantic conventions for messaging, which do not list NATS as a system. */
export function messagingFacts(
  kind: NonNullable<SpanFacts['kind']>,
  message: { operation: 'send' | 'process'; subject: string; id?: string },
): SpanFacts {
  return {
    kind,
    attributes: {
      'messaging.system': 'nats',
      'messaging.operation.type': message.operation,
      'messaging.destination.name': message.subject,
      ...(message.id !== undefined && { 'messaging.message.id': message.id }),
    },
  };
}
