import { Injectable } from '@nestjs/common';
import { IDEMPOTENCY_KEY_LIFE_MS } from '../videos/idempotency.js';
import { RowAgeSweep } from './row-age-sweep.js';
import { BATCH } from './sweep.js';

/** Removes expired idempotency keys. */
@Injectable()
export class KeySweep extends RowAgeSweep {
  readonly kind = 'idempotency_keys';

  protected readonly remove = `
  DELETE FROM idempotency_keys WHERE (org_id, key) IN (
    SELECT org_id, key FROM idempotency_keys WHERE created_at < $1
     ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING key`;

  protected readonly oldest = `SELECT min(created_at) AS since FROM idempotency_keys WHERE created_at < $1`;

  protected lifeMs(): number {
    return IDEMPOTENCY_KEY_LIFE_MS;
  }
}
