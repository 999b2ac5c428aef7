import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import pg from 'pg';
import { migrate, ormOptions } from '#libs/database';
import { startPostgres, type TestPostgres } from '#libs/testing';
import { WEBHOOKS_DATABASE } from '../../webhooks.database.js';

let postgres: TestPostgres;
let orm: MikroORM;
let client: pg.Client;

beforeAll(async () => {
  postgres = await startPostgres();
  const databaseUrl = await postgres.createOwner('webhooks');
  orm = await MikroORM.init(ormOptions(WEBHOOKS_DATABASE, { databaseUrl, databasePoolSize: 2, migrateOnStart: false }));
  await migrate(orm, databaseUrl);
  client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await orm.close();
  await postgres.stop();
});

/**
 * Records an event as a version of the service does that names the subject in `column`.
 *
 * @returns false if it was recorded before
 */
async function record(column: 'video_id' | 'subject_id', subject: string): Promise<boolean> {
  const { rowCount } = await client.query(
    `INSERT INTO events (id, org_id, ${column}, sequence, type, occurred_at)
     VALUES (gen_random_uuid(), gen_random_uuid(), $1, 1, 'batch.finished', now()) ON CONFLICT (${column}, sequence) DO NOTHING`,
    [subject],
  );
  return rowCount === 1;
}

it('an event is found and recorded once by both versions, whichever has recorded it', async () => {
  for (const [writes, reads] of [
    ['video_id', 'subject_id'],
    ['subject_id', 'video_id'],
  ] as const) {
    const subject = randomUUID();
    expect(await record(writes, subject)).toBe(true);
    expect((await client.query(`SELECT 1 FROM events WHERE ${reads} = $1`, [subject])).rowCount).toBe(1);
    expect(await record(reads, subject)).toBe(false);
  }
});
