import { randomBytes } from 'node:crypto';
import { readFileSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { ensureDatabase, ensureOwners, ownerUrl, startPostgresServer, withConnection } from '#libs/embedded';
import { eventually } from './eventually.js';
import { currentTestRun, startOnce, type TestRun } from './test-run.js';

/** An empty database of a spec's own, on the PostgreSQL that the whole test run shares. */
export interface TestPostgres {
  /** Connects as a role that may do everything in this database. */
  readonly url: string;
  /** Makes a service's role and its schema of the same name; returns the URL it connects with. */
  createOwner(name: string): Promise<string>;
  /** Drops the database and its roles, cutting what is still connected. */
  stop(): Promise<void>;
}

/**
 * A fresh database. The server is DATABASE_URL where that is set; otherwise an embedded one, started by whichever spec of
 * the run needs it first, ended when the runner's main process is gone.
 */
export async function startPostgres(): Promise<TestPostgres> {
  const server = process.env['DATABASE_URL'] ?? (await sharedServer(currentTestRun()));
  const name = `test_${randomBytes(6).toString('hex')}`;
  const url = await ensureDatabase(server, name);
  const roles: string[] = [];
  return {
    url,
    async createOwner(schema) {
      const owner = { role: `${name}_${schema}`, schema, password: randomBytes(12).toString('hex') };
      await ensureOwners(url, [owner]);
      roles.push(owner.role);
      return ownerUrl(url, owner);
    },
    async stop() {
      await withConnection(server, async (client) => {
        await client.query(`DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
        for (const role of roles) await client.query(`DROP ROLE IF EXISTS ${role}`);
      });
    },
  };
}

/** The URL of the run's server, once whichever process asked first has started it. */
async function sharedServer(run: TestRun): Promise<string> {
  const urlFile = join(run.folder, 'postgres.url');
  await startOnce(run, 'postgres', async () => {
    const { url } = await startPostgresServer({
      directory: join(run.folder, 'postgres'),
      password: randomBytes(12).toString('hex'),
      logFile: join(run.folder, 'postgres.log'),
      settings: { fsync: 'off', synchronous_commit: 'off', full_page_writes: 'off' },
      lifetime: run.pid,
    });
    writeFileSync(`${urlFile}.new`, url, { mode: 0o600 });
    renameSync(`${urlFile}.new`, urlFile);
  });
  return eventually(() => readFileSync(urlFile, 'utf8'), { timeoutMs: 60_000 });
}
