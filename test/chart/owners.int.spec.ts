import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it } from '@jest/globals';
import { ensureDatabase, ensureOwners, type PostgresServer, startPostgresServer, withConnection } from '#libs/embedded';
import { temporaryFolder } from '#libs/testing';

/** Statements as psql would send them. */
const STATEMENTS = readFileSync(new URL('../../helm/framewright/files/owners.sql', import.meta.url), 'utf8')
  .replace(/^\\set.*$/gm, '')
  .replaceAll(':"DBNAME"', 'framewright')
  .replace(/:'\w+'/g, "'secret'");
const OWNERS = ['gateway', 'videos', 'credits', 'webhooks'];
const ROLES = OWNERS.map((name) => `framewright_${name}`);

/**
 * Rights of the roles: attributes, memberships, settings; and the owner of each schema, with the rights of others
 * there.
 */
const RIGHTS = [
  `SELECT rolname, rolsuper, rolinherit, rolcreaterole, rolcreatedb, rolcanlogin, rolreplication, rolbypassrls,
     rolconnlimit FROM pg_roles WHERE rolname LIKE 'framewright%' ORDER BY 1`,
  `SELECT roleid::regrole::text, member::regrole::text, admin_option, inherit_option, set_option FROM pg_auth_members
     WHERE roleid::regrole::text LIKE 'framewright%' ORDER BY 1`,
  `SELECT setrole::regrole::text, setconfig FROM pg_db_role_setting WHERE setrole <> 0 ORDER BY 1`,
  `SELECT nspname, nspowner::regrole::text, nspacl::text FROM pg_namespace
     WHERE nspname NOT LIKE 'pg\\_%' AND nspname <> 'information_schema' ORDER BY 1`,
];

let server: PostgresServer;

beforeAll(async () => {
  const folder = temporaryFolder('owners');
  server = await startPostgresServer({
    directory: join(folder, 'postgres'),
    password: 'secret',
    logFile: join(folder, 'log'),
    settings: { fsync: 'off' },
  });
});

afterAll(() => server.stop());

it('gives the chart the roles and schemas that npm start makes', async () => {
  const owners = OWNERS.map((schema) => ({ role: `framewright_${schema}`, schema, password: 'secret' }));
  const made = await rightsAfter((url) => ensureOwners(url, owners));
  const charts = await rightsAfter((url) => withConnection(url, (client) => client.query(STATEMENTS)));
  expect(charts).toEqual(made);
  expect(charts.map((rows) => rows.length)).toEqual([4, 4, 4, 5]);
});

it('lets the statements of the chart complete what an interrupted run has begun, and run again', async () => {
  const once = await rightsAfter((url) => withConnection(url, (client) => client.query(STATEMENTS)));
  const again = await rightsAfter((url) =>
    withConnection(url, async (client) => {
      await client.query('CREATE ROLE framewright_gateway; CREATE SCHEMA gateway AUTHORIZATION framewright_gateway');
      for (let run = 0; run < 2; run++) await client.query(STATEMENTS);
    }),
  );
  expect(again).toEqual(once);
});

/** The rights of all roles in a fresh database on which `make` has run; database and roles are gone afterwards. */
async function rightsAfter(make: (databaseUrl: string) => Promise<unknown>): Promise<unknown[][]> {
  const url = await ensureDatabase(server.url, 'framewright');
  await make(url);
  const rights = await withConnection(url, async (client) => {
    const results: unknown[][] = [];
    for (const query of RIGHTS) results.push((await client.query(query)).rows as unknown[]);
    return results;
  });
  await withConnection(server.url, async (client) => {
    await client.query('DROP DATABASE framewright');
    await client.query(`DROP ROLE ${ROLES.join(', ')}`);
  });
  return rights;
}
