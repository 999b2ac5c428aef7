import { defineEntity, p } from '@mikro-orm/core';
import type { TraceHeaders } from '#libs/runtime';

/**
 * A message about a state change, written in the transaction of the change. `position` gives the order in which
 * dependent transactions wrote. `id` identifies the message in JetStream and in every inbox; it starts with its time,
 * by which both tables are partitioned into days.
 */
export const OutboxMessage = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  properties: {
    id: p.uuid().primary(),
    position: p.bigint().autoincrement(),
    stream: p.string(),
    subject: p.string(),
    /** Messages with the same key are published in order. */
    orderKey: p.string(),
    payload: p.json<Record<string, unknown>>(),
    traceHeaders: p.json<TraceHeaders>(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    publishedAt: p.datetime().nullable(),
  },
});

/** The stream into which a relay last published, with its creation time: a later one means that the stream was lost. */
export const OutboxStream = defineEntity({
  name: 'OutboxStream',
  tableName: 'outbox_stream',
  properties: {
    stream: p.string().primary(),
    createdAt: p.datetime(),
    /** Time at which the loss of the previous stream was detected. */
    replaySince: p.datetime().nullable(),
    /** The id below which messages are yet to be replayed; null when there are none. */
    replayBefore: p.uuid().nullable(),
  },
});

/** A message whose effect this service has applied. */
export const InboxMessage = defineEntity({
  name: 'InboxMessage',
  tableName: 'inbox',
  properties: {
    consumer: p.string().primary(),
    messageId: p.string().primary(),
    receivedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
});

/** The entities of this library, for a service's entity list. */
export const OUTBOX_ENTITIES = [OutboxMessage, OutboxStream, InboxMessage];
