import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import type { AttemptOutcome } from './attempt-delivery.js';
import { cancelPending } from './cancel-pending.js';
import type { Candidate } from './choose-fairly.js';
import type { Verdict } from './judge-attempt.js';

/** A delivery leased to this process for one attempt. */
export interface LeasedDelivery extends Candidate {
  lease_token: string;
  video_id: string;
  event_id: string;
  type: string;
  /** Attempts that have ended before this one. */
  attempts: number;
  url: string;
  body: Buffer;
  sealed_secret: Buffer;
}

/** Candidates looked at in one round. */
const WINDOW = 500;
/** Longer than an attempt can take (15 s) by far: who still has the lease has not been taken over. */
const LEASE = '60 seconds';

const REASONS = {
  gone: 'The endpoint answered 410 Gone.',
  exhausted: 'A delivery failed in all of its attempts, and none had succeeded for 24 hours.',
} as const;

/** The deliveries that wait, as a queue in PostgreSQL. */
@Injectable()
export class DeliveryQueue {
  constructor(private readonly em: EntityManager) {}

  /**
   * What is due, longest waiting first. A first attempt waits until that of the same video's earlier event to the same
   * endpoint has ended; later attempts wait for nobody.
   *
   * @param busy endpoints and organizations to leave out
   */
  async findDue(busy: { endpoints: string[]; orgs: string[] }): Promise<Candidate[]> {
    return this.em.fork().execute<Candidate[]>(
      `SELECT d.id, d.endpoint_id, d.org_id FROM deliveries d
        WHERE d.state = 'pending' AND d.next_attempt_at <= now() AND (d.lease_until IS NULL OR d.lease_until < now())
          AND d.endpoint_id <> ALL (?::uuid[]) AND d.org_id <> ALL (?::uuid[])
          AND (d.attempts > 0 OR NOT EXISTS (
            SELECT 1 FROM deliveries earlier
             WHERE earlier.endpoint_id = d.endpoint_id AND earlier.video_id = d.video_id
               AND earlier.sequence < d.sequence AND earlier.state = 'pending' AND earlier.attempts = 0))
        ORDER BY d.next_attempt_at LIMIT ${WINDOW}`,
      [toArray(busy.endpoints), toArray(busy.orgs)],
    );
  }

  /** Leases those of `ids` that are still free, for 60 s; other processes pass over them. */
  async lease(ids: readonly string[]): Promise<LeasedDelivery[]> {
    if (ids.length === 0) return [];
    return this.em.fork().execute<LeasedDelivery[]>(
      `WITH free AS (
         SELECT id FROM deliveries
          WHERE id = ANY (?::uuid[]) AND state = 'pending' AND (lease_until IS NULL OR lease_until < now())
            FOR UPDATE SKIP LOCKED
       ), leased AS (
         UPDATE deliveries d SET lease_token = ?, lease_until = now() + interval '${LEASE}'
           FROM free WHERE d.id = free.id RETURNING d.*
       )
       SELECT leased.id, leased.endpoint_id, leased.org_id, leased.lease_token, leased.video_id, leased.event_id,
              leased.attempts, events.type, events.body, endpoints.url, endpoints.sealed_secret
         FROM leased JOIN events ON events.id = leased.event_id JOIN endpoints ON endpoints.id = leased.endpoint_id`,
      [toArray(ids), randomUUID()],
    );
  }

  /** Ends a lease without an attempt, so that another process begins at once. */
  async handBack({ id, lease_token }: LeasedDelivery): Promise<void> {
    await this.em
      .fork()
      .execute(`UPDATE deliveries SET lease_until = NULL, lease_token = NULL WHERE id = ? AND lease_token = ?`, [
        id,
        lease_token,
      ]);
  }

  /**
   * Records an attempt and what becomes of its delivery, and disables the endpoint where the verdict means that.
   *
   * @returns false, and records nothing, when the lease was lost or the delivery is gone
   */
  async settle(delivery: LeasedDelivery, outcome: AttemptOutcome, verdict: Verdict): Promise<boolean> {
    if (verdict.state !== 'failed') return this.record(this.em.fork(), delivery, outcome, verdict);
    return this.em.fork().transactional(async (tx) => {
      // Endpoint first, as everywhere: two transactions never wait for each other.
      await tx.execute(`SELECT 1 FROM endpoints WHERE id = ? FOR NO KEY UPDATE`, [delivery.endpoint_id]);
      const recorded = await this.record(tx, delivery, outcome, verdict);
      if (recorded && (verdict.because === 'gone' || !(await this.succeededLately(tx, delivery.endpoint_id)))) {
        await this.disable(tx, delivery.endpoint_id, REASONS[verdict.because]);
      }
      return recorded;
    });
  }

  /** A delivery canceled in flight stays canceled, unless it has arrived after all. */
  private async record(
    em: EntityManager,
    { id, lease_token }: LeasedDelivery,
    outcome: AttemptOutcome,
    verdict: Verdict,
  ): Promise<boolean> {
    const delayS = verdict.state === 'pending' ? verdict.delayS : 0;
    const recorded = await em.execute(
      `WITH verdict AS (SELECT ?::text AS state),
       settled AS (
         UPDATE deliveries d SET
           state = CASE WHEN d.state = 'pending' OR verdict.state = 'succeeded' THEN verdict.state ELSE d.state END,
           attempts = attempts + 1,
           next_attempt_at = now() + make_interval(secs => ?),
           finished_at = CASE WHEN verdict.state = 'pending' THEN finished_at ELSE now() END,
           lease_token = NULL, lease_until = NULL
         FROM verdict WHERE d.id = ? AND d.lease_token = ? RETURNING d.id, d.attempts
       )
       INSERT INTO attempts (delivery_id, number, started_at, duration_ms, status, failure, response_excerpt)
       SELECT id, attempts, ?, ?, ?, ?, ? FROM settled RETURNING number`,
      [
        verdict.state,
        delayS,
        id,
        lease_token,
        outcome.startedAt.toISOString(),
        outcome.durationMs,
        outcome.status,
        outcome.failure,
        outcome.responseExcerpt,
      ],
    );
    return recorded.length > 0;
  }

  private async succeededLately(tx: EntityManager, endpointId: string): Promise<boolean> {
    const found = await tx.execute(
      `SELECT 1 FROM deliveries
        WHERE endpoint_id = ? AND state = 'succeeded' AND finished_at > now() - interval '24 hours' LIMIT 1`,
      [endpointId],
    );
    return found.length > 0;
  }

  private async disable(tx: EntityManager, endpointId: string, reason: string): Promise<void> {
    await tx.execute(
      `UPDATE endpoints SET enabled = false, disabled_reason = ?, updated_at = now() WHERE id = ? AND enabled`,
      [reason, endpointId],
    );
    await cancelPending(tx, endpointId);
  }
}

function toArray(ids: readonly string[]): string {
  return `{${ids.join(',')}}`;
}
