import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { temporaryFolder } from '#libs/testing';
import { withConnection } from './postgres-owners.js';
import { startPostgresServer, type PostgresServer } from './postgres-server.js';

describe('our own PostgreSQL', () => {
  let directory: string;
  let server: PostgresServer;
  const start = () =>
    startPostgresServer({
      directory,
      password: 'secret',
      logFile: join(directory, '..', 'log'),
      settings: { fsync: 'off' },
    });
  const query = async (sql: string) =>
    (await withConnection(server.url, (client) => client.query(sql))).rows as unknown[];

  beforeEach(async () => {
    // Private to us. As root, the database runs as another user, who must do without the path.
    directory = join(temporaryFolder('own-postgres'), 'with space');
    server = await start();
    await query('CREATE TABLE kept AS SELECT 1 AS id');
  });
  afterEach(() => server.stop());

  it('has its data after kill -9 and a start in the same directory', async () => {
    server.child.signal('SIGKILL');
    await server.child.exited;
    server = await start();
    expect(await query('SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('takes over from a server that still runs in the directory', async () => {
    const orphan = server;
    server = await start();
    expect(await orphan.child.exited).toEqual({ code: 0, signal: null });
    expect(await query('SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('is not kept from starting by a pid file whose number is now another program’s', async () => {
    await server.stop();
    writeFileSync(join(directory, 'postmaster.pid'), `${process.pid}\n${directory}\n0\n5432\n\n\n\nready   \n`);
    server = await start();
    expect(await query('SELECT id FROM kept')).toEqual([{ id: 1 }]);
  });

  it('refuses a wrong password', async () => {
    const url = server.url.replace('secret', 'guess');
    await expect(withConnection(url, (client) => client.query('SELECT 1'))).rejects.toThrow(
      'password authentication failed',
    );
  });

  it('says in its last words why it does not start', async () => {
    const start = startPostgresServer({
      directory: `${directory}-2`,
      password: 'secret',
      logFile: `${directory}.log`,
      port: server.port,
    });
    await expect(start).rejects.toThrow(/did not start[\s\S]*could not bind/);
  });
});
