import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { MAX_KEPT_ATTEMPTS } from '#libs/contracts';
import type { RawRow } from '#libs/database';
import type { EndpointRow } from '../../endpoints/endpoint.entity.js';
import type { AttemptOutcome } from '../attempts/attempt-delivery.js';
import { endpointsDisabled } from '../../webhooks.metrics.js';
import { cancelDeliveries } from '../../endpoints/cancel-deliveries.js';
import type { Busy, Candidate } from './choose-fairly.js';
import type { DeliveryRow } from '../rows/delivery.entity.js';
import type { EventRow } from '../rows/event.entity.js';
import type { Verdict } from '../attempts/judge-attempt.js';

/** A delivery leased to this process for one attempt, with its event and its endpoint's secrets. */
export type LeasedDelivery = Candidate &
  RawRow<DeliveryRow, 'endpoint' | 'subjectId' | 'event' | 'attempts' | 'step' | 'callbackUrl'> &
  RawRow<EventRow, 'type' | 'traceHeaders'> &
  RawRow<EndpointRow, 'url' | 'sealedSecret'> & {
    lease_token: string;
    /** The event's body; events without one have no deliveries. */
    body: Uint8Array;
    /** Age of the event, s; null for a delivery that a recovery queued later. */
    event_age_s: string | null;
    /** Retired secrets that still sign, newest first. */
    sealed_retired_secrets: Buffer[];
  };

/** SQL of the lane of a delivery `d`. */
const LANE = 'coalesce(d.callback_lane, d.endpoint_id)';

/** Number of deliveries made ready in one round. */
const WAKE_BATCH = 1000;
/** Duration of a lease: well above the 30 s limit of an attempt, so that it never expires during one. */
const LEASE = '60 seconds';

/**
 * An SQL condition: the endpoint receives nothing, because it was removed or its pending deliveries are being canceled.
 */
const IS_BLOCKED = `(e.removed_at IS NOT NULL OR e.cancel_before IS NOT NULL)`;

const REASONS = {
  gone: 'The endpoint answered 410 Gone.',
  exhausted: 'A delivery failed in all of its attempts, and none had succeeded for 24 hours.',
} as const;

/**
 * The pending deliveries as a queue in PostgreSQL. Those to attempt now are `ready`, in an index by lane. A retry becomes
 * ready at its time, a leased delivery after 60 s.
 */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly em: EntityManager) {}

  /** Makes those deliveries ready whose next attempt is due or whose lease has expired. */
  async wake(): Promise<void> {
    await this.em.fork().execute(
      `UPDATE deliveries SET ready = true WHERE id = ANY (ARRAY(
         SELECT id FROM deliveries WHERE state = 'pending' AND NOT ready AND next_attempt_at <= now()
          ORDER BY next_attempt_at LIMIT ${WAKE_BATCH} FOR UPDATE SKIP LOCKED))`,
    );
  }

  /**
   * Finds deliveries to attempt now: of the lanes after `after` that have ready ones, in the order of their ids, first one
   * delivery each, then a second each, and so on. A loose index scan (wiki.postgresql.org/wiki/Loose_indexscan) finds the next
   * lane in one step, however many deliveries wait for the one before.
   *
   * A first attempt waits until the first attempt of the video's earlier event at the same endpoint has ended; later attempts
   * do not wait.
   *
   * @param most the number of lanes that are not busy, and of deliveries of each
   */
  async findReady(after: string, busy: Busy, most: { lanes: number; perLane: number }): Promise<Candidate[]> {
    const nextLane = (previous: string) => `
      SELECT ${LANE} AS lane_id, d.org_id, ${LANE} <> ALL (busy.lanes) AND d.org_id <> ALL (busy.orgs)
               AND NOT EXISTS (SELECT FROM endpoints e WHERE e.id = d.endpoint_id AND ${IS_BLOCKED}) AS free
        FROM deliveries d WHERE d.state = 'pending' AND d.ready AND ${LANE} > ${previous}
       ORDER BY ${LANE}, d.next_attempt_at, d.sequence LIMIT 1`;
    return this.em.fork().execute<Candidate[]>(
      `WITH RECURSIVE busy AS (
         SELECT ?::uuid[] AS lanes, ?::uuid[] AS orgs
       ), lane AS (
         SELECT first.*, free::int AS place FROM busy CROSS JOIN LATERAL (${nextLane('?::uuid')}) AS first
         UNION ALL
         SELECT next.*, place + next.free::int
           FROM lane CROSS JOIN busy CROSS JOIN LATERAL (${nextLane('lane.lane_id')}) AS next WHERE place < ?
       )
       SELECT head.id, lane.lane_id, lane.org_id
         FROM lane CROSS JOIN LATERAL (
           SELECT d.id, row_number() OVER (ORDER BY d.next_attempt_at, d.sequence) AS rank
             FROM deliveries d
            WHERE ${LANE} = lane.lane_id AND d.state = 'pending' AND d.ready
              AND (d.attempts > 0 OR NOT EXISTS (
                SELECT 1 FROM deliveries earlier
                 WHERE earlier.endpoint_id = d.endpoint_id AND earlier.subject_id = d.subject_id
                   AND earlier.sequence < d.sequence AND earlier.state = 'pending' AND earlier.attempts = 0))
            ORDER BY d.next_attempt_at, d.sequence LIMIT ?
         ) AS head
        WHERE lane.free ORDER BY head.rank, lane.place`,
      [toArray(busy.lanes), toArray(busy.orgs), after, most.lanes, most.perLane],
    );
  }

  /** Leases those of `ids` that are still ready, for 60 s; other processes skip them. */
  async lease(ids: readonly string[]): Promise<LeasedDelivery[]> {
    if (ids.length === 0) return [];
    return this.em.fork().execute<LeasedDelivery[]>(
      `WITH free AS (
         SELECT d.id FROM deliveries d JOIN endpoints e ON e.id = d.endpoint_id AND NOT ${IS_BLOCKED}
          WHERE d.id = ANY (?::uuid[]) AND d.state = 'pending' AND d.ready FOR UPDATE OF d SKIP LOCKED
       ), leased AS (
         UPDATE deliveries d SET ready = false, lease_token = ?, next_attempt_at = now() + interval '${LEASE}'
           FROM free WHERE d.id = free.id RETURNING d.*
       )
       SELECT leased.id, leased.endpoint_id, leased.org_id, leased.lease_token, leased.callback_url,
              coalesce(leased.callback_lane, leased.endpoint_id) AS lane_id, leased.subject_id, leased.event_id,
              leased.attempts, leased.step, events.type, events.body, events.trace_headers,
              CASE WHEN leased.created_at < events.occurred_at + interval '1 hour'
                   THEN extract(epoch FROM clock_timestamp() - events.occurred_at) END AS event_age_s,
              coalesce(leased.callback_url, endpoints.url) AS url, endpoints.sealed_secret,
              ARRAY (SELECT sealed_secret FROM retired_secrets
                      WHERE endpoint_id = endpoints.id AND expires_at > now()
                      ORDER BY retired_at DESC) AS sealed_retired_secrets
         FROM leased JOIN events ON events.id = leased.event_id JOIN endpoints ON endpoints.id = leased.endpoint_id`,
      [toArray(ids), randomUUID()],
    );
  }

  /** Ends a lease without an attempt, so that another process begins at once. */
  async handBack({ id, lease_token }: LeasedDelivery): Promise<void> {
    await this.em
      .fork()
      .execute(
        `UPDATE deliveries SET ready = true, next_attempt_at = now(), lease_token = NULL WHERE id = ? AND lease_token = ?`,
        [id, lease_token],
      );
  }

  /**
   * Records an attempt and the new state of its delivery, and disables the endpoint if the verdict demands it. A callback
   * concerns its own address alone.
   *
   * @returns false, and records nothing, if the lease was lost or the delivery was removed
   */
  async settle(delivery: LeasedDelivery, outcome: AttemptOutcome, verdict: Verdict): Promise<boolean> {
    if (verdict.state !== 'failed' || delivery.callback_url !== null)
      return this.record(this.em.fork(), delivery, outcome, verdict);
    return this.em.fork().transactional(async (tx) => {
      // Every transaction locks the endpoint first, so that two never wait for each other.
      await tx.execute(`SELECT 1 FROM endpoints WHERE id = ? FOR NO KEY UPDATE`, [delivery.endpoint_id]);
      const recorded = await this.record(tx, delivery, outcome, verdict);
      const { because } = verdict;
      if (!recorded || because === 'requested' || because === 'our-fault') return recorded;
      if (because === 'exhausted' && (await this.succeededLately(tx, delivery.endpoint_id))) return recorded;
      await this.disable(tx, delivery.endpoint_id, because);
      return recorded;
    });
  }

  /**
   * Records an attempt and the new state. A delivery canceled in flight stays canceled unless it succeeds; one that
   * succeeded once stays succeeded.
   */
  private async record(
    em: EntityManager,
    { id, lease_token }: LeasedDelivery,
    outcome: AttemptOutcome,
    verdict: Verdict,
  ): Promise<boolean> {
    const delayS = verdict.state === 'pending' ? verdict.delayS : 0;
    const { startedAt, durationMs, status, failure, responseExcerpt } = outcome;
    const recorded = await em.execute(
      `WITH verdict AS (SELECT ?::text AS state),
       settled AS (
         UPDATE deliveries d SET
           state = CASE WHEN verdict.state = 'failed' AND d.succeeded_at IS NOT NULL THEN 'succeeded'
                        WHEN d.state = 'pending' OR verdict.state = 'succeeded' THEN verdict.state
                        ELSE d.state END,
           attempts = attempts + 1,
           step = step + 1,
           ready = false,
           next_attempt_at = now() + make_interval(secs => ?),
           succeeded_at = CASE WHEN verdict.state = 'succeeded' THEN now() ELSE succeeded_at END,
           finished_at = CASE WHEN verdict.state = 'pending' THEN finished_at ELSE now() END,
           lease_token = NULL
         FROM verdict WHERE d.id = ? AND d.lease_token = ? RETURNING d.id, d.attempts
       ), old AS (
         DELETE FROM attempts USING settled
          WHERE delivery_id = settled.id AND number <= settled.attempts - ${MAX_KEPT_ATTEMPTS}
       )
       INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status, failure, response_excerpt)
       SELECT id, attempts, ?, ?, ?, ?, ? FROM settled RETURNING number`,
      [verdict.state, delayS, id, lease_token, startedAt.toISOString(), durationMs, status, failure, responseExcerpt],
    );
    return recorded.length > 0;
  }

  private async succeededLately(tx: EntityManager, endpointId: string): Promise<boolean> {
    const found = await tx.execute(
      `SELECT 1 FROM deliveries WHERE endpoint_id = ? AND succeeded_at > now() - interval '24 hours' LIMIT 1`,
      [endpointId],
    );
    return found.length > 0;
  }

  private async disable(tx: EntityManager, endpointId: string, because: keyof typeof REASONS): Promise<void> {
    const [disabled] = await tx.execute<{ id: string }[]>(
      `UPDATE endpoints SET enabled = false, disabled_reason = ?, updated_at = now() WHERE id = ? AND enabled RETURNING id`,
      [REASONS[because], endpointId],
    );
    if (disabled) endpointsDisabled.inc({ reason: because });
    await cancelDeliveries(tx, endpointId);
  }
}

function toArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
