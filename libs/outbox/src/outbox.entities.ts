import { defineEntity, p } from '@mikro-orm/core';
import type { TraceHeaders } from '#libs/runtime';

/**
 * A message that tells of a state change, written in the change's own transaction. `position` gives the order in which
 * dependent transactions wrote; `id` is the message's identity at JetStream and in every inbox, and begins with
 * its time: by it both tables are divided into days.
 */
export const OutboxMessage = defineEntity({
  name: 'OutboxMessage',
  tableName: 'outbox',
  properties: {
    id: p.uuid().primary(),
    position: p.bigint().autoincrement(),
    stream: p.string(),
    subject: p.string(),
    /** Messages with the same key are published one after the other. */
    orderKey: p.string(),
    payload: p.json<Record<string, unknown>>(),
    traceHeaders: p.json<TraceHeaders>(),
    createdAt: p.datetime().defaultRaw('clock_timestamp()'),
    publishedAt: p.datetime().nullable(),
  },
});

/** The stream a relay last published to, by its creation time: a later one means that the stream was lost. */
export const OutboxStream = defineEntity({
  name: 'OutboxStream',
  tableName: 'outbox_stream',
  properties: {
    stream: p.string().primary(),
    createdAt: p.datetime(),
    /** When the stream before it was found lost. */
    replaySince: p.datetime().nullable(),
    /** Messages with ids below this are still to be published again; null when there are none. */
    replayBefore: p.uuid().nullable(),
  },
});

/** A message whose effect this service has taken. */
export const InboxMessage = defineEntity({
  name: 'InboxMessage',
  tableName: 'inbox',
  properties: {
    consumer: p.string().primary(),
    messageId: p.string().primary(),
    receivedAt: p.datetime().defaultRaw('clock_timestamp()'),
  },
});

/** The tables of this library, for a service's entity list. */
export const OUTBOX_ENTITIES = [OutboxMessage, OutboxStream, InboxMessage];
