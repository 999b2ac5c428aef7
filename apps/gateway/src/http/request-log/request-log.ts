import { EntityManager } from '@mikro-orm/postgresql';
import { Injectable, type OnApplicationShutdown } from '@nestjs/common';
import { RepeatedWork } from '#libs/runtime';
import { GatewayConfig } from '../../gateway.config.js';
import { requestsUnlogged } from '../../gateway.metrics.js';
import { RequestBuffer } from './request-buffer.js';
import type { RequestEntry } from './request-entry.js';

const WRITE_EVERY_MS = 1_000;
const BOUNDS = { entries: 5_000, ofOne: 500 };

/**
 * Writes entries into the slots of their organizations, which are used in turn: the log of an organization has a fixed
 * size without anything that deletes. Organizations are locked in one order, so gateways cannot deadlock.
 */
const WRITE = `
WITH entries AS (
  SELECT *, row_number() OVER (PARTITION BY organization_id ORDER BY at_ms DESC) AS place
    FROM jsonb_to_recordset(?::jsonb) AS t (organization_id uuid, request_id text, method text, route text, path text,
         status int, error_code text, duration_ms int, caller_type text, caller_id uuid, at_ms float8)
), counted AS (
  INSERT INTO request_slots AS slots (organization_id, used)
  SELECT organization_id, count(*) FROM entries GROUP BY organization_id ORDER BY organization_id
  ON CONFLICT (organization_id) DO UPDATE SET used = slots.used + excluded.used
  RETURNING organization_id, used
)
INSERT INTO requests (organization_id, slot, request_id, method, route, path, status, error_code, duration_ms,
                      caller_type, caller_id, created_at)
SELECT organization_id, (used - place) % ?, request_id, method, route, path, status, error_code, duration_ms,
       caller_type, caller_id, to_timestamp(at_ms / 1000)
  FROM entries JOIN counted USING (organization_id) WHERE place <= ?
ON CONFLICT (organization_id, slot) DO UPDATE
SET request_id = excluded.request_id, method = excluded.method, route = excluded.route, path = excluded.path,
    status = excluded.status, error_code = excluded.error_code, duration_ms = excluded.duration_ms,
    caller_type = excluded.caller_type, caller_id = excluded.caller_id, created_at = excluded.created_at`;

/**
 * Keeps the last requests of each organization. They are collected and written once a second, off the request path;
 * what finds no room, or cannot be written, is dropped and counted.
 */
@Injectable()
export class RequestLog implements OnApplicationShutdown {
  private readonly buffer = new RequestBuffer(BOUNDS);
  private readonly isOn: boolean;
  private readonly size: number;

  constructor(
    private readonly em: EntityManager,
    { requestLogDays, requestLogSize }: GatewayConfig,
    work: RepeatedWork,
  ) {
    this.isOn = requestLogDays > 0;
    this.size = requestLogSize;
    if (this.isOn) work.repeat(() => this.write(), WRITE_EVERY_MS, 'request_log.write_failed');
  }

  note(entry: RequestEntry): void {
    if (this.isOn && !this.buffer.add(entry)) requestsUnlogged.inc({ reason: 'no_room' });
  }

  async onApplicationShutdown(): Promise<void> {
    await this.write().catch(() => undefined); // the database may be closed already; only the last second is lost
  }

  private async write(): Promise<void> {
    const entries = this.buffer.take();
    if (entries.length === 0) return;
    try {
      await this.em.fork().execute(WRITE, [JSON.stringify(entries), this.size, this.size]);
    } catch (error) {
      requestsUnlogged.inc({ reason: 'not_written' }, entries.length);
      throw error;
    }
  }
}
