import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import { AppError, readTime, type RecoverWebhook, type WebhookRecovery } from '#libs/contracts';
import type { EndpointRow } from '../endpoints/endpoint.entity.js';
import { findEndpoint, requireEnabled } from '../endpoints/find-endpoint.js';
import { WebhooksConfig } from '../webhooks.config.js';
import { faultOfSince } from './recovery-window.js';
import { RecoveryRow } from './recovery.entity.js';

/** Events read in one transaction. */
const BATCH = 500;
/** Most open recoveries of one organization: one for each endpoint of the default limit. */
const MAX_OPEN = 20;
/** Seconds after which a refused order may be repeated. A recovery of a day's events takes seconds. */
const RETRY_AFTER_S = 60;
/** An id smaller than that of every organization, with which a round begins. */
const BEFORE_ALL = '00000000-0000-0000-0000-000000000000';

/** SQL of the organization of an endpoint `e`. */
const ORG = 'coalesce(e.callbacks_of, e.org_id)';

/** The progress of a recovery after one step. */
export interface RecoveryStep {
  recovery_id: string;
  webhook_id: string;
  /** Deliveries that the whole recovery has queued so far. */
  queued: number;
  outcome: 'continues' | 'done' | 'endpoint-disabled';
}

interface Job {
  id: string;
  endpoint_id: string;
  org_id: string;
}

/** Delivers again what endpoints have missed: stores the orders and carries them out step by step. */
@Injectable()
export class RecoveriesService {
  /** The organization served last; the next step serves one after it, so that all have their turn. */
  private servedLast = BEFORE_ALL;

  constructor(
    private readonly em: EntityManager,
    private readonly config: WebhooksConfig,
  ) {}

  /**
   * Orders a recovery of an endpoint: without `id`, of an organization's callbacks, which sends again what was to be sent.
   *
   * @throws AppError VALIDATION_ERROR for a time outside of the last 14 days or of the retention, and while the endpoint is
   * disabled; RATE_LIMIT_EXCEEDED while the organization has 20 open recoveries
   */
  async order({ org_id: orgId, id, since }: Omit<RecoverWebhook, 'id'> & { id?: string }): Promise<WebhookRecovery> {
    const fault = faultOfSince(since, Date.now(), this.config.deliveryRetentionDays);
    if (fault) throw new AppError('VALIDATION_ERROR', { details: [fault] });
    const recovery = await this.em.fork().transactional(async (tx) => {
      const endpoint = await findEndpoint(tx, orgId, id, LockMode.PESSIMISTIC_READ);
      requireEnabled(endpoint);
      await refuseBeyondLimit(tx, orgId);
      const now = new Date();
      return tx.create(RecoveryRow, {
        id: randomUUID(),
        endpoint,
        createdAt: now,
        reachedAt: readTime(since),
        workedAt: now,
      });
    });
    const { id: recoveryId, endpoint, createdAt, reachedAt } = recovery;
    return {
      id: recoveryId,
      webhook_id: endpoint.id,
      since: reachedAt.toISOString(),
      created_at: createdAt.toISOString(),
    };
  }

  /**
   * Reads the next events of one job: organizations take turns, and each one's longest waiting job is next. Null if there is
   * none. A job waits while the pending deliveries of its endpoint are being canceled, or its own deliveries would be canceled
   * too. The deliveries and the job's progress are one transaction, so the next process continues after a crash.
   */
  async step(): Promise<RecoveryStep | null> {
    return this.em.fork().transactional(async (tx) => {
      const [next] = await tx.execute<Job[]>(
        `SELECT r.id, r.endpoint_id, ${ORG} AS org_id FROM recoveries r JOIN endpoints e ON e.id = r.endpoint_id
          WHERE e.cancel_before IS NULL
          ORDER BY ${ORG} <= ?, ${ORG}, r.worked_at LIMIT 1`,
        [this.servedLast],
      );
      if (!next) return null;
      this.servedLast = next.org_id;
      // Every transaction locks the endpoint first, so that two never wait for each other.
      const [endpoint] = await tx.execute<Pick<EndpointRow, 'enabled'>[]>(
        `SELECT enabled FROM endpoints WHERE id = ? AND cancel_before IS NULL FOR SHARE`,
        [next.endpoint_id],
      );
      const [mine] = await tx.execute<Pick<Job, 'id'>[]>(
        `SELECT id FROM recoveries WHERE id = ? FOR UPDATE SKIP LOCKED`,
        [next.id],
      );
      if (!endpoint || !mine) return null;
      return endpoint.enabled ? this.proceed(tx, next) : this.end(tx, next, 'endpoint-disabled');
    });
  }

  private async proceed(tx: EntityManager, job: Job): Promise<RecoveryStep> {
    const [{ looked_at: lookedAt }] = await tx.execute<[{ looked_at: number }]>(
      `WITH page AS (
         SELECT v.id, v.org_id, v.subject_id, v.sequence, v.occurred_at,
                v.body IS NOT NULL AND NOT v.test AND (v.type = ANY (e.events) OR e.callbacks_of IS NOT NULL AND EXISTS (
                  SELECT FROM deliveries d WHERE d.event_id = v.id AND d.endpoint_id = e.id)) AS wanted
           FROM recoveries r JOIN endpoints e ON e.id = r.endpoint_id JOIN events v ON v.org_id = ${ORG}
          WHERE r.id = ? AND (v.occurred_at, v.id) > (r.reached_at, r.reached_event_id) AND v.occurred_at <= r.created_at
          ORDER BY v.occurred_at, v.id LIMIT ${BATCH}
       ), queued AS (
         INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence)
         SELECT gen_random_uuid(), id, ?, org_id, subject_id, sequence FROM page WHERE wanted
         ON CONFLICT (event_id, endpoint_id) DO UPDATE
           SET state = 'pending', ready = true, step = 0, next_attempt_at = now(), finished_at = NULL
           WHERE deliveries.state IN ('failed', 'canceled')
         RETURNING id
       ), last AS (
         SELECT occurred_at, id FROM page ORDER BY occurred_at DESC, id DESC LIMIT 1
       ), progress AS (
         UPDATE recoveries r SET reached_at = last.occurred_at, reached_event_id = last.id,
                worked_at = clock_timestamp(), queued = queued + (SELECT count(*) FROM queued)
           FROM last WHERE r.id = ?
       )
       SELECT count(*)::int AS looked_at FROM page`,
      [job.id, job.endpoint_id, job.id],
    );
    return this.end(tx, job, lookedAt < BATCH ? 'done' : 'continues');
  }

  private async end(tx: EntityManager, job: Job, outcome: RecoveryStep['outcome']): Promise<RecoveryStep> {
    const [{ queued }] = await tx.execute<[{ queued: number }]>(
      outcome === 'continues'
        ? `SELECT queued FROM recoveries WHERE id = ?`
        : `DELETE FROM recoveries WHERE id = ? RETURNING queued`,
      [job.id],
    );
    return { recovery_id: job.id, webhook_id: job.endpoint_id, queued, outcome };
  }
}

/**
 * Refuses an order beyond the limit. Locks the organization, because two concurrent orders could otherwise both take
 * the last place.
 */
async function refuseBeyondLimit(tx: EntityManager, orgId: string): Promise<void> {
  await tx.execute(`SELECT pg_advisory_xact_lock(hashtextextended('recoveries of ' || ?, 0))`, [orgId]);
  const endpoint = { $or: [{ orgId }, { callbacksOf: orgId }] };
  if ((await tx.count(RecoveryRow, { endpoint })) < MAX_OPEN) return;
  throw new AppError('RATE_LIMIT_EXCEEDED', {
    message: `An organization can have at most ${MAX_OPEN} recoveries in progress`,
    retryAfterS: RETRY_AFTER_S,
  });
}
