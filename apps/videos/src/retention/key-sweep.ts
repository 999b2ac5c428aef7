import { Injectable } from '@nestjs/common';
import { PreparedStatements } from '#libs/database';
import { IDEMPOTENCY_KEY_LIFE_MS } from '../videos/idempotency.js';
import { BATCH, dueAfter, type Sweep } from './sweep.js';

const REMOVE = {
  name: 'remove-old-keys',
  text: `
  DELETE FROM idempotency_keys WHERE (org_id, key) IN (
    SELECT org_id, key FROM idempotency_keys WHERE created_at < $1
     ORDER BY created_at LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)
  RETURNING key`,
};

const OLDEST = { name: 'oldest-key', text: `SELECT min(created_at) AS since FROM idempotency_keys` };

/** Removes expired idempotency keys. */
@Injectable()
export class KeySweep implements Sweep {
  readonly kind = 'idempotency_keys';

  constructor(private readonly statements: PreparedStatements) {}

  async sweep(): Promise<number> {
    return (await this.statements.run(REMOVE, [new Date(Date.now() - IDEMPOTENCY_KEY_LIFE_MS)])).length;
  }

  async dueSince(): Promise<Date | null> {
    const [row] = await this.statements.run<{ since: Date | null }>(OLDEST, []);
    return dueAfter(row?.since, IDEMPOTENCY_KEY_LIFE_MS);
  }
}
