import { Client, escapeIdentifier, escapeLiteral } from 'pg';

/** A service's share of a database: a role that owns one schema and finds nothing else. */
export interface Owner {
  readonly role: string;
  readonly schema: string;
  readonly password: string;
}

/** Runs `work` on one connection. */
export async function withConnection<T>(url: string, work: (client: Client) => Promise<T>): Promise<T> {
  const client = new Client({ connectionString: url });
  client.on('error', () => undefined); // a lost connection fails the query that waits for it
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

/** Creates the database where the server has none of that name; returns its URL for the same role. */
export async function ensureDatabase(serverUrl: string, name: string): Promise<string> {
  await withConnection(serverUrl, async (client) => {
    const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [name]);
    if (found.rowCount === 0) await client.query(`CREATE DATABASE ${escapeIdentifier(name)}`);
  });
  return withDatabase(serverUrl, name);
}

/** Gives each owner its role with this password, its schema as `search_path`, and no right to anything beside it. Repeatable. */
export async function ensureOwners(databaseUrl: string, owners: readonly Owner[]): Promise<void> {
  const database = escapeIdentifier(decodeURIComponent(new URL(databaseUrl).pathname.slice(1)));
  await withConnection(databaseUrl, async (client) => {
    await client.query('REVOKE ALL ON SCHEMA public FROM PUBLIC');
    for (const owner of owners) {
      const [role, schema] = [escapeIdentifier(owner.role), escapeIdentifier(owner.schema)];
      const found = await client.query('SELECT 1 FROM pg_roles WHERE rolname = $1', [owner.role]);
      const login = `${role} LOGIN PASSWORD ${escapeLiteral(owner.password)}`;
      await client.query(found.rowCount === 0 ? `CREATE ROLE ${login}` : `ALTER ROLE ${login}`);
      await client.query(`GRANT ${role} TO CURRENT_USER`); // needed to hand a schema over, unless we are superuser
      await client.query(`CREATE SCHEMA IF NOT EXISTS ${schema} AUTHORIZATION ${role}`);
      await client.query(`ALTER ROLE ${role} IN DATABASE ${database} SET search_path = ${schema}`);
    }
  });
}

/** The URL with which an owner connects to the database of `databaseUrl`. */
export function ownerUrl(databaseUrl: string, owner: Owner): string {
  const url = new URL(databaseUrl);
  url.username = encodeURIComponent(owner.role);
  url.password = encodeURIComponent(owner.password);
  return url.toString();
}

/** A URL of the same server and role for another database. */
export function withDatabase(serverUrl: string, name: string): string {
  const url = new URL(serverUrl);
  url.pathname = `/${encodeURIComponent(name)}`;
  return url.toString();
}
