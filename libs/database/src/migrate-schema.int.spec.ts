import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { Migration } from '@mikro-orm/migrations';
import { defineEntity, p } from '@mikro-orm/postgresql';
import { connect, createServer } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { freePort } from '#libs/embedded';
import { startPostgres, type TestPostgres } from '#libs/testing';
import { migrateSchema } from './migrate-schema.js';
import type { ServiceDatabase } from './database.module.js';

class CreateNotes extends Migration {
  override up(): void {
    this.addSql('CREATE TABLE notes (id int PRIMARY KEY)');
  }
}

class AddWords extends Migration {
  override up(): void {
    this.addSql('ALTER TABLE notes ADD COLUMN words text');
    this.addSql('CREATE TABLE words (id int PRIMARY KEY)');
  }
}

const NOTES: ServiceDatabase = {
  name: 'notes',
  entities: [defineEntity({ name: 'Note', tableName: 'notes', properties: { id: p.integer().primary() } })],
  migrations: [{ name: '2026-11-21-notes', class: CreateNotes }],
};

describe('a migration job', () => {
  let postgres: TestPostgres;

  beforeAll(async () => {
    postgres = await startPostgres();
    process.env['DATABASE_URL'] = await postgres.createOwner('notes');
  });

  afterAll(async () => {
    delete process.env['DATABASE_URL'];
    await postgres.stop();
  });

  it('is waited for by pods that start beside it, and may run twice at once', async () => {
    let waitedFor = false;
    const pod = migrateSchema(NOTES, ['--wait']).then(() => (waitedFor = true));
    const client = new pg.Client({ connectionString: process.env['DATABASE_URL'] });
    await client.connect();
    const { rows } = await client.query(`SELECT to_regclass('notes') AS found`);
    expect(rows).toEqual([{ found: null }]);
    expect(waitedFor).toBe(false);
    await Promise.all([migrateSchema(NOTES, []), migrateSchema(NOTES, [])]);
    await pod;
    await client.query('INSERT INTO notes VALUES (1)');
    await client.end();
  });

  it('waits for a database that is not there yet', async () => {
    const direct = process.env['DATABASE_URL']!;
    const { host, port } = new pg.Client(direct);
    const later = new URL(direct);
    later.host = '127.0.0.1';
    later.port = String(await freePort());
    process.env['DATABASE_URL'] = later.href;
    const migrated = migrateSchema(NOTES, []);
    await expect(Promise.race([migrated, delay(1_500, 'waiting')])).resolves.toBe('waiting');
    const door = createServer((socket) => {
      const server = connect(host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port });
      socket.pipe(server).pipe(socket);
    });
    door.listen(Number(later.port), '127.0.0.1');
    try {
      await migrated;
    } finally {
      process.env['DATABASE_URL'] = direct;
      door.close();
    }
  });

  it('gives up after 5 s where a table is in use, changes nothing, and may be tried again', async () => {
    const [user, other] = [new pg.Client(process.env['DATABASE_URL']), new pg.Client(process.env['DATABASE_URL'])];
    await Promise.all([user.connect(), other.connect()]);
    const next = { ...NOTES, migrations: [...NOTES.migrations, { name: '2026-11-22-words', class: AddWords }] };
    await user.query('BEGIN; SELECT * FROM notes');
    await expect(migrateSchema(next, [])).rejects.toThrow('lock timeout');
    await other.query('SELECT * FROM notes');
    await user.query('COMMIT');
    await migrateSchema(next, []);
    await other.query('SELECT words FROM notes, words');
    await Promise.all([user.end(), other.end()]);
  }, 30_000);
});
