import { randomUUID, randomUUIDv7 } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { type EntityManager, MikroORM } from '@mikro-orm/postgresql';
import { DatabaseConfig, LeaderLocks, ormOptions } from '#libs/database';
import { withConnection } from '#libs/embedded';
import { Logger, Metrics, RepeatedWork } from '#libs/runtime';
import { startPostgres, type TestPostgres } from '#libs/testing';
import { Inbox } from './inbox.js';
import { excludes, makeDay, missingDays, partitionDays } from './message-partitions.js';
import { MessageRetention } from './message-retention.js';
import { OutboxConfig } from './outbox.config.js';
import { OUTBOX_ENTITIES } from './outbox.entities.js';
import { outboxMigration } from './outbox.migration.js';
import { Outbox } from './outbox.js';
import { outboxPartitionsMigration } from './outbox-partitions.migration.js';
import { partitionDayOf, daysAhead } from './partition-days.js';

const DAY_MS = 86_400_000;
const OUTBOX = { name: 'outbox', key: 'id' } as const;
const INBOX = { name: 'inbox', key: 'message_id' } as const;

let postgres: TestPostgres;
let databaseUrl: string;
let orm: MikroORM;
let em: EntityManager;
let locks: LeaderLocks;
let retention: MessageRetention;

const insertMessage = (id: string, publishedAt: Date | null, createdAt = new Date()) =>
  em.execute(
    `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers, created_at, published_at)
     VALUES (?, 'RENDER', 'render.job.software', 'a', '{}', '{}', ?, ?)`,
    [id, createdAt, publishedAt],
  );
const insertTaken = (id: string, receivedAt = new Date()) =>
  em.execute(`INSERT INTO inbox (consumer, message_id, received_at) VALUES ('probe', ?, ?)`, [id, receivedAt]);
const isThere = async (table: string, id: string) =>
  (await em.execute(`SELECT 1 FROM ${table} WHERE ${table === 'inbox' ? 'message_id' : 'id'} = ?`, [id])).length === 1;
const placeOf = async (table: string, id: string) => {
  const key = table === 'inbox' ? 'message_id' : 'id';
  const rows = await em.execute<{ place: string }[]>(
    `SELECT tableoid::regclass::text AS place FROM ${table} WHERE ${key} = ?`,
    [id],
  );
  return rows.map(({ place }) => place);
};
/** An id as it is made at that time. */
const idAt = (ms: number) => `${partitionDayOf(ms).from.slice(0, 13)}${randomUUIDv7().slice(13)}`;

beforeAll(async () => {
  postgres = await startPostgres();
  databaseUrl = await postgres.createOwner('probe');
  const config = Object.assign(new DatabaseConfig(), { databaseUrl });
  const migrations = [outboxMigration, outboxPartitionsMigration];
  orm = await MikroORM.init(ormOptions({ name: 'probe', entities: OUTBOX_ENTITIES, migrations }, config));
  em = orm.em.fork();
  const log = new Logger('probe');
  locks = new LeaderLocks(config, log);
  retention = new MessageRetention(em, new Metrics(log), locks, new OutboxConfig(), log, new RepeatedWork(log));
});

afterAll(async () => {
  await locks.onApplicationShutdown();
  await orm.close();
  await postgres.stop();
});

describe('the division of outbox and inbox into days', () => {
  it('keeps every row that was there, waiting ones too, and can be taken back', async () => {
    await orm.migrator.up({ to: outboxMigration.name });
    const [waiting, published] = [randomUUID(), randomUUID()];
    await insertMessage(waiting, null);
    await insertMessage(published, new Date());
    await insertTaken(published);
    await orm.migrator.up();
    await orm.migrator.down();
    await orm.migrator.up();
    expect(await placeOf('outbox', waiting)).toEqual(['outbox_default']);
    expect(await placeOf('outbox', published)).toEqual(['outbox_default']);
    expect(await em.execute(`SELECT id FROM outbox WHERE published_at IS NULL ORDER BY position`)).toEqual([
      { id: waiting },
    ]);
    const inbox = new Inbox(new Outbox());
    expect(await inbox.once(em, 'probe', published, () => Promise.resolve())).toBe(false);
    const [row] = await em.execute<{ position: string }[]>(`SELECT max(position) AS position FROM outbox`);
    await insertMessage(randomUUIDv7(), new Date());
    const [later] = await em.execute<{ position: string }[]>(`SELECT max(position) AS position FROM outbox`);
    expect(Number(later!.position)).toBe(Number(row!.position) + 1);
  });

  it('makes the days ahead while others write, whatever lies in the DEFAULT partition', async () => {
    const rounds = retention.round();
    const isOver = rounds.then(() => true);
    let written = 0;
    do {
      await insertMessage(randomUUIDv7(), new Date());
      written += 1;
    } while (!(await Promise.race([isOver, Promise.resolve(false)])));
    expect(written).toBeGreaterThan(1);
    const expected = daysAhead(Date.now(), 3).map(({ name }) => name);
    expect(expected.length).toBeGreaterThanOrEqual(2);
    expect(await partitionDays(em, OUTBOX)).toEqual(expected);
    expect(await partitionDays(em, INBOX)).toEqual(expected);
    const ahead = daysAhead(Date.now(), 3)[0]!;
    const [mine, theirs] = [`${ahead.from.slice(0, 13)}${randomUUIDv7().slice(13)}`, randomUUID()];
    await insertMessage(mine, null);
    await insertMessage(theirs, null);
    expect(await placeOf('outbox', mine)).toEqual([`outbox_${ahead.name}`]);
    expect(await placeOf('outbox', theirs)).toEqual(['outbox_default']);
  });

  it('accepts rows of a day without a partition, and creates those of the other days', async () => {
    const days = daysAhead(Date.now(), 3);
    const last = days.at(-1)!;
    await em.execute(`DROP TABLE outbox_${last.name}, outbox_${days[0]!.name}`);
    const id = `${last.from.slice(0, 13)}${randomUUIDv7().slice(13)}`;
    await insertMessage(id, new Date());
    expect(await placeOf('outbox', id)).toEqual(['outbox_default']);
    await retention.round();
    expect(await partitionDays(em, OUTBOX)).toEqual(days.slice(0, -1).map(({ name }) => name));
    await em.execute(`DELETE FROM outbox WHERE id = ?`, [id]);
    await retention.round();
    expect(await partitionDays(em, OUTBOX)).toEqual(days.map(({ name }) => name));
  });

  it('frees the DEFAULT partition of what a leader left behind that died while it made a day', async () => {
    const today = partitionDayOf(Date.now());
    await em.execute(`ALTER TABLE outbox_default ADD CONSTRAINT outbox_default_excludes
      CHECK (id < '${today.from}' OR id >= '${today.to}') NOT VALID`);
    await expect(insertMessage(randomUUIDv7(), null)).rejects.toThrow('outbox_default_excludes');
    await retention.round();
    await insertMessage(randomUUIDv7(), null);
  });

  it('asks PostgreSQL to believe the constraint instead of reading the DEFAULT partition under lock', async () => {
    await em.execute(`DROP TABLE outbox_${daysAhead(Date.now(), 3).at(-1)!.name}`);
    const [day] = await missingDays(em, OUTBOX, Date.now());
    const notices: string[] = [];
    await withConnection(databaseUrl, async (client) => {
      client.on('notice', ({ message }) => notices.push(message ?? ''));
      await client.query(`SET client_min_messages = debug1`);
      await client.query(`ALTER TABLE outbox_default ADD CONSTRAINT known CHECK (${excludes('id', day!)})`);
      const { name, from, to } = day!;
      await client.query(`CREATE TABLE outbox_${name} PARTITION OF outbox FOR VALUES FROM ('${from}') TO ('${to}')`);
      await client.query(`ALTER TABLE outbox_default DROP CONSTRAINT known`);
    });
    expect(notices.join('\n')).toContain('implied by existing constraints');
  });
});

describe('old messages', () => {
  const tenDaysAgo = Date.now() - 10 * DAY_MS;

  it('go with their day, but not while one of them waits', async () => {
    const day = partitionDayOf(tenDaysAgo);
    await makeDay(em, OUTBOX, day);
    const [gone, waiting] = [idAt(tenDaysAgo), idAt(tenDaysAgo)];
    await insertMessage(gone, new Date(tenDaysAgo));
    await insertMessage(waiting, null);
    await retention.round();
    expect(await isThere('outbox', gone)).toBe(true);
    await em.execute(`UPDATE outbox SET published_at = now() WHERE id = ?`, [waiting]);
    await retention.round();
    expect(await partitionDays(em, OUTBOX)).not.toContain(day.name);
    expect(await isThere('outbox', waiting)).toBe(false);
  });

  it('are recognized as duplicates for as long as configured', async () => {
    const inbox = new Inbox(new Outbox());
    const takes = (id: string) => inbox.once(em, 'probe', id, () => Promise.resolve());
    const [old, recent] = [partitionDayOf(tenDaysAgo), partitionDayOf(Date.now() - 6 * DAY_MS)];
    await makeDay(em, INBOX, old);
    await makeDay(em, INBOX, recent);
    const [forgotten, known] = [idAt(tenDaysAgo), idAt(Date.now() - 6 * DAY_MS)];
    for (const id of [forgotten, known]) expect(await takes(id)).toBe(true);
    expect(await placeOf('inbox', known)).toEqual([`inbox_${recent.name}`]);
    await retention.round();
    expect(await takes(known)).toBe(false);
    expect(await partitionDays(em, INBOX)).not.toContain(old.name);
  });

  it('are deleted from the DEFAULT partition in batches, waiting and recent ones not', async () => {
    const [old, waiting, recent, taken, result] = [randomUUID(), randomUUID(), randomUUID(), randomUUID(), 'v:0:1'];
    await insertMessage(old, new Date(tenDaysAgo), new Date(tenDaysAgo));
    await insertMessage(waiting, null, new Date(tenDaysAgo));
    await insertMessage(recent, new Date(Date.now() - 6 * DAY_MS));
    await insertTaken(taken, new Date(tenDaysAgo));
    await insertTaken(result);
    await em.execute(
      `INSERT INTO outbox (id, stream, subject, order_key, payload, trace_headers, published_at)
       SELECT gen_random_uuid(), 'RENDER', 'a', 'a', '{}', '{}', now() - interval '9 days' FROM generate_series(1, 5000)`,
    );
    let rounds = 1;
    while (await retention.round()) rounds += 1;
    expect(rounds).toBe(3);
    expect(await isThere('outbox', old)).toBe(false);
    expect(await isThere('inbox', taken)).toBe(false);
    for (const id of [waiting, recent]) expect(await isThere('outbox', id)).toBe(true);
    expect(await isThere('inbox', result)).toBe(true);
  });
});
