import { randomUUID } from 'node:crypto';
import { Injectable } from '@nestjs/common';
import { EntityManager, LockMode } from '@mikro-orm/postgresql';
import {
  AppError,
  type GetDelivery,
  type GetWebhook,
  type ListDeliveries,
  MAX_KEPT_ATTEMPTS,
  type Page,
  pageOf,
  type RetryDelivery,
  type WebhookDelivery,
  type WebhookDeliveryDetails,
} from '#libs/contracts';
import { currentTraceHeaders } from '#libs/runtime';
import { EndpointRow } from '../endpoints/endpoint.entity.js';
import { findEndpoint, requireEnabled } from '../endpoints/find-endpoint.js';
import { countDeliveries } from './delivery-counts.js';
import { freezeBody } from './events/freeze-body.js';
import { MAX_DELIVERY_ATTEMPTS } from './attempts/retry-schedule.js';
import { factsOf } from './events/subjects.js';
import { type ListedDelivery, type StoredAttempt, toAttemptDetails, toDelivery } from './to-delivery.js';

const SELECT_DELIVERY = `
  SELECT d.id, d.event_id, e.type, d.subject_id, e.test, d.state, d.attempts, d.next_attempt_at, d.lease_token,
         coalesce(d.callback_url, w.url) AS url, d.created_at, d.finished_at, a.started_at, a.duration_ms, a.status, a.failure
    FROM deliveries d JOIN events e ON e.id = d.event_id JOIN endpoints w ON w.id = d.endpoint_id
    LEFT JOIN attempts a ON a.delivery_id = d.id AND a.number = d.attempts`;

/**
 * An SQL condition: the delivery is of an event of a video. A video has few events, so its deliveries are found by
 * their ids.
 */
const OF_VIDEO = 'd.event_id = ANY (ARRAY(SELECT id FROM events WHERE subject_id = ?))';

async function countOfVideo(em: EntityManager, ofState: string, values: readonly string[]): Promise<number> {
  const [{ total }] = await em.execute<[{ total: number }]>(
    `SELECT count(*)::int AS total FROM deliveries d WHERE d.endpoint_id = ? ${ofState} AND ${OF_VIDEO}`,
    [...values],
  );
  return total;
}

/** The deliveries of an endpoint: without `id`, of an organization's callbacks. */
type Of<Request extends { id: string }> = Omit<Request, 'id'> & { id?: string };

/** Lists deliveries, sends tests and retries deliveries. */
@Injectable()
export class DeliveriesService {
  constructor(private readonly em: EntityManager) {}

  /** Newest first. @throws AppError RESOURCE_NOT_FOUND for an unknown endpoint or another organization's */
  async list({ org_id: orgId, id: of, ...filter }: Of<ListDeliveries>): Promise<Page<WebhookDelivery>> {
    const { status, video_id: videoId, ...request } = filter;
    const em = this.em.fork();
    // An organization without callbacks has no endpoint of them.
    if (of === undefined && (await em.count(EndpointRow, { callbacksOf: orgId })) === 0) return pageOf([], 0, request);
    const { id } = await findEndpoint(em, orgId, of);
    const { limit = 20, offset = 0 } = request;
    const ofState = status === undefined ? '' : 'AND d.state = ?';
    const ofVideo = videoId === undefined ? '' : `AND ${OF_VIDEO}`;
    const values = [id, ...(status === undefined ? [] : [status]), ...(videoId === undefined ? [] : [videoId])];
    const rows = await em.execute<ListedDelivery[]>(
      // The page is chosen before the join. Otherwise the last page would join all deliveries of the endpoint.
      `${SELECT_DELIVERY} WHERE d.id = ANY (ARRAY(
         SELECT d.id FROM deliveries d WHERE d.endpoint_id = ? ${ofState} ${ofVideo}
          ORDER BY d.created_at DESC, d.id DESC LIMIT ? OFFSET ?)) ORDER BY d.created_at DESC, d.id DESC`,
      [...values, limit, offset],
    );
    const total = await (videoId === undefined ? countDeliveries(em, id, status) : countOfVideo(em, ofState, values));
    return pageOf(rows.map(toDelivery), total, request);
  }

  /** A delivery with its attempts. @throws AppError RESOURCE_NOT_FOUND for one that the endpoint does not have */
  async get({ org_id: orgId, id: of, delivery_id: deliveryId }: Of<GetDelivery>): Promise<WebhookDeliveryDetails> {
    const em = this.em.fork();
    const { id } = await findEndpoint(em, orgId, of);
    const [row] = await em.execute<(ListedDelivery & { body: string })[]>(
      `SELECT delivery.*, convert_from(events.body, 'UTF8') AS body
         FROM (${SELECT_DELIVERY} WHERE d.id = ? AND d.endpoint_id = ?) AS delivery JOIN events ON events.id = event_id`,
      [deliveryId, id],
    );
    if (!row) throw new AppError('RESOURCE_NOT_FOUND');
    // An attempt that ends between the two statements is left out, so that the list agrees with the delivery.
    const attempts = await em.execute<StoredAttempt[]>(
      `SELECT number, started_at, duration_ms, status, failure, response_excerpt FROM attempts
        WHERE delivery_id = ? AND number <= ? ORDER BY number DESC LIMIT ${MAX_KEPT_ATTEMPTS}`,
      [deliveryId, row.attempts],
    );
    return { ...toDelivery(row), request_body: row.body, history: attempts.map(toAttemptDetails) };
  }

  /**
   * Queues the endpoint's first event with sample data, even while it is disabled: one attempt, after which the delivery
   * ends. It may be retried.
   */
  async test({ org_id: orgId, id }: GetWebhook): Promise<WebhookDelivery> {
    const [eventId, deliveryId, subjectId, now] = [randomUUID(), randomUUID(), randomUUID(), new Date()];
    return this.em.fork().transactional(async (tx) => {
      const endpoint = await findEndpoint(tx, orgId, id, LockMode.PESSIMISTIC_READ);
      const type = endpoint.events[0]!;
      const data = factsOf(type).sample(type, subjectId, now);
      const payload = { type, timestamp: now.toISOString(), org_id: orgId, data };
      const body = freezeBody(payload, true);
      await tx.execute(
        `INSERT INTO events (id, org_id, subject_id, sequence, type, occurred_at, body, trace_headers, test)
         VALUES (?, ?, ?, 1, ?, ?, ?, ?, true)`,
        [eventId, orgId, subjectId, type, payload.timestamp, body, JSON.stringify(currentTraceHeaders())],
      );
      await tx.execute(
        `INSERT INTO deliveries (id, event_id, endpoint_id, org_id, subject_id, sequence, step, created_at)
         VALUES (?, ?, ?, ?, ?, 1, ?, clock_timestamp())`,
        [deliveryId, eventId, id, orgId, subjectId, MAX_DELIVERY_ATTEMPTS],
      );
      return this.read(tx, deliveryId);
    });
  }

  /**
   * Makes the next attempt due now, outside of the schedule. A delivery that had ended gets this one attempt; one that is
   * being attempted stays as it is.
   *
   * @throws AppError VALIDATION_ERROR while the endpoint is disabled, unless it is a test
   */
  async retry({ org_id: orgId, id, delivery_id: deliveryId }: Of<RetryDelivery>): Promise<WebhookDelivery> {
    return this.em.fork().transactional(async (tx) => {
      const endpoint = await findEndpoint(tx, orgId, id, LockMode.PESSIMISTIC_READ);
      const [found] = await tx.execute<{ test: boolean }[]>(
        `SELECT e.test FROM deliveries d JOIN events e ON e.id = d.event_id WHERE d.id = ? AND d.endpoint_id = ?`,
        [deliveryId, endpoint.id],
      );
      if (!found) throw new AppError('RESOURCE_NOT_FOUND');
      if (!found.test) requireEnabled(endpoint);
      await tx.execute(
        `UPDATE deliveries SET
           step = CASE WHEN state = 'pending' THEN greatest(step - 1, 0) ELSE ${MAX_DELIVERY_ATTEMPTS} END,
           state = 'pending', ready = true, next_attempt_at = now(), asked_at = clock_timestamp(),
           finished_at = NULL
          WHERE id = ? AND NOT (state = 'pending' AND (ready OR lease_token IS NOT NULL))`,
        [deliveryId],
      );
      return this.read(tx, deliveryId);
    });
  }

  private async read(em: EntityManager, id: string): Promise<WebhookDelivery> {
    const [row] = await em.execute<[ListedDelivery]>(`${SELECT_DELIVERY} WHERE d.id = ?`, [id]);
    return toDelivery(row);
  }
}
