import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { MikroORM } from '@mikro-orm/postgresql';
import { startPostgres, type TestPostgres } from '#libs/testing';
import { ormOptions } from './database.module.js';
import { PreparedStatements } from './prepared-statements.js';
import { type PreparedStatement, StatementPool } from './statement-pool.js';

/** A name of the greatest length that PostgreSQL reads; é has two bytes. */
const LONG = 'é'.repeat(31) + 'n';
const statement = (name: string, value: number): PreparedStatement => ({ name, text: `SELECT ${value} AS value` });

describe('prepared statements whose names differ only after 63 bytes', () => {
  let postgres: TestPostgres;
  let orm: MikroORM;
  let pool: StatementPool;

  beforeAll(async () => {
    postgres = await startPostgres();
    const config = { databaseUrl: postgres.url, databasePoolSize: 1, migrateOnStart: false };
    orm = await MikroORM.init(ormOptions({ name: 'probe', entities: [], migrations: [] }, config));
    pool = new StatementPool(config);
  });

  afterAll(async () => {
    await pool.onApplicationShutdown();
    await orm.close(true);
    await postgres.stop();
  });

  it.each([
    ['the connections of the ORM', () => new PreparedStatements(orm)],
    ['the pool of the hot path', () => pool],
  ])('are different ones on %s', async (_where, statements) => {
    const names = [LONG, `${LONG}-first`, `${LONG}-second`];
    const [plain, first, second] = names.map((name, index) => statement(name, index));
    for (const each of [plain!, first!, second!, first!, plain!]) {
      const rows = await statements().run<{ value: number }>(each, []);
      expect([each, rows]).toEqual([each, [{ value: names.indexOf(each.name) }]]);
    }
  });
});
