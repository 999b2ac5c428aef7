import { context, type Context, propagation } from '@opentelemetry/api';
import { headers, type MsgHdrs } from '@nats-io/transport-node';

/** The active trace as headers (W3C Trace Context): goes into every message, and into outbox rows for later. */
export function currentTraceHeaders(): Record<string, string> {
  const carrier: Record<string, string> = {};
  propagation.inject(context.active(), carrier);
  return carrier;
}

/** NATS headers from a plain record. */
export function natsHeaders(record: Record<string, string>): MsgHdrs {
  const result = headers();
  for (const [name, value] of Object.entries(record)) result.set(name, value);
  return result;
}

/** The trace a message belongs to. */
export function traceContextOf(message: { headers?: MsgHdrs }): Context {
  const carrier: Record<string, string> = {};
  for (const name of message.headers?.keys() ?? []) carrier[name] = message.headers?.get(name) ?? '';
  return propagation.extract(context.active(), carrier);
}
