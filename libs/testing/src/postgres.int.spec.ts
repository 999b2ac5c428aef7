import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { withConnection } from '#libs/embedded';
import { startPostgres, type TestPostgres } from './postgres.js';

describe('the PostgreSQL of a test run', () => {
  let postgres: TestPostgres;
  beforeAll(async () => {
    postgres = await startPostgres();
  });
  afterAll(() => postgres.stop());

  it('gives an owner its schema as search path', async () => {
    const url = await postgres.createOwner('videos');
    const rows = await withConnection(url, async (client) => {
      await client.query('CREATE TABLE clips (id int)');
      return client.query("SELECT schemaname FROM pg_tables WHERE tablename = 'clips'");
    });
    expect(rows.rows).toEqual([{ schemaname: 'videos' }]);
  });

  it("keeps an owner out of another's schema", async () => {
    const [credits, webhooks] = [await postgres.createOwner('credits'), await postgres.createOwner('webhooks')];
    await withConnection(credits, (client) => client.query('CREATE TABLE entries (id int)'));
    await expect(withConnection(webhooks, (client) => client.query('SELECT * FROM credits.entries'))).rejects.toThrow(
      'permission denied for schema credits',
    );
  });

  it('gives every caller a database of its own', async () => {
    const other = await startPostgres();
    expect(other.url).not.toBe(postgres.url);
    await other.stop();
    await expect(withConnection(other.url, (client) => client.query('SELECT 1'))).rejects.toThrow('does not exist');
  });
});
