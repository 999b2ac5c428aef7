import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { AlertEvent, BatchCallback, BatchEvent, VideoCallback, VideoEvent } from '#libs/contracts';
import { currentTraceHeaders } from '#libs/runtime';
import { CallbackEndpoints } from '../../endpoints/callback-endpoints.js';
import { laneOf } from '../queue/lane-of.js';
import { type EventPayload, freezeBody } from './freeze-body.js';

/** Turns an event into one delivery for each endpoint that subscribes to it. */
@Injectable()
export class FanOut {
  constructor(
    private readonly em: EntityManager,
    private readonly callbacks: CallbackEndpoints,
  ) {}

  /**
   * Whether the video's `started` has not been received yet. Events of one video are published in order but consumed
   * concurrently, and a failed one is redelivered later.
   */
  async isEarly({ sequence, video }: VideoEvent): Promise<boolean> {
    if (sequence === 1 || video.started_at === null) return false;
    const found = await this.em
      .fork()
      .execute(`SELECT 1 FROM events WHERE subject_id = ? AND sequence = 1`, [video.id]);
    return found.length === 0;
  }

  /** Whether the event that goes to the same address before has not been received yet. */
  async isEarlyCallback({ after, video }: VideoCallback): Promise<boolean> {
    if (after === undefined) return false;
    const found = await this.em.fork().execute(
      `SELECT 1 FROM events JOIN deliveries ON deliveries.event_id = events.id AND callback_url IS NOT NULL
        WHERE events.subject_id = ? AND events.sequence = ?`,
      [video.id, after],
    );
    return found.length === 0;
  }

  /**
   * Records the event and its deliveries in the transaction of `tx`. Reads `enabled` and `events` of the endpoints under a
   * lock until the commit, so a delivery is no older than the lock. Freezes the body: every attempt sends these bytes.
   *
   * @returns the number of deliveries; 0 if the event was recorded before
   */
  async record(tx: EntityManager, event: VideoEvent | BatchEvent | AlertEvent): Promise<number> {
    const { data, sequence, type, timestamp, org_id: orgId } = contentOf(event);
    const body = freezeBody({ type, timestamp, org_id: orgId, data });
    const deliveries = await tx.execute(
      `WITH event AS (
         SELECT ?::uuid AS id, ?::uuid AS org_id, ?::uuid AS subject_id, ?::int AS sequence, ?::text AS type,
                ?::timestamptz AS occurred_at, ?::bytea AS body, ?::jsonb AS trace_headers
       ), subscribed AS (
         SELECT endpoints.id FROM endpoints JOIN event USING (org_id)
          WHERE enabled AND event.type = ANY (endpoints.events) FOR SHARE OF endpoints
       ), recorded AS (
         INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, trace_headers, body)
         SELECT id, org_id, subject_id, sequence, type, occurred_at, trace_headers,
                CASE WHEN EXISTS (SELECT 1 FROM endpoints WHERE endpoints.org_id = event.org_id AND removed_at IS NULL) THEN body END
           FROM event
         ON CONFLICT DO NOTHING RETURNING id, org_id, subject_id, sequence
       )
       INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, created_at)
       SELECT gen_random_uuid(), recorded.id, subscribed.id, org_id, subject_id, sequence, clock_timestamp()
         FROM recorded CROSS JOIN subscribed RETURNING id`,
      [randomUUID(), orgId, data.id, sequence, type, timestamp, body, JSON.stringify(currentTraceHeaders())],
    );
    return deliveries.length;
  }

  /**
   * Records the delivery of an event to the address that its request named, and the event itself if that is not yet
   * recorded, in the transaction of `tx`.
   *
   * @returns the number of deliveries
   */
  async callBack(tx: EntityManager, event: VideoCallback | BatchCallback): Promise<number> {
    const others = await this.record(tx, event);
    const { data, sequence, type, timestamp, org_id: orgId } = contentOf(event);
    const endpointId = await this.callbacks.open(orgId, tx);
    const body = freezeBody({ type, timestamp, org_id: orgId, data });
    // An event has no body yet if the organization had no endpoint.
    await tx.execute(`UPDATE events SET body = ? WHERE subject_id = ? AND sequence = ? AND body IS NULL`, [
      ...[body, data.id, sequence],
    ]);
    const callbacks = await tx.execute(
      `INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, callback_url, callback_lane, created_at)
       SELECT gen_random_uuid(), id, ?, org_id, subject_id, sequence, ?, ?, clock_timestamp()
         FROM events WHERE subject_id = ? AND sequence = ? ON CONFLICT DO NOTHING RETURNING id`,
      [endpointId, event.url, laneOf(orgId, event.url), data.id, sequence],
    );
    return others + callbacks.length;
  }
}

/** The content of an event's deliveries, and its position within its video. An alert has one event, and a batch one for each of its ends. */
function contentOf(event: VideoEvent | BatchEvent | AlertEvent): EventPayload & { sequence: number } {
  const { type, occurred_at: timestamp, org_id } = event;
  if ('alert' in event) return { type, timestamp, org_id, data: event.alert, sequence: 1 };
  if ('batch' in event) return { type, timestamp, org_id, data: event.batch, sequence: event.sequence ?? 1 };
  return { type, timestamp, org_id, data: event.video, sequence: event.sequence };
}
