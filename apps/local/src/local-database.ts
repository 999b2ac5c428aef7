import { ensureDatabase, ensureOwners, ownerUrl, startPostgresServer, type Child } from '#libs/embedded';
import { messageOf } from '#libs/errors';
import { UserError } from './user-error.js';
import type { DataFolder } from './data-folder.js';
import { localSecrets } from './local-secrets.js';
import { OWNERS, type OwnerName } from './service-environment.js';
import type { Launch } from './supervised-process.js';

/** A server that chooses a port at its first start and keeps it at every later one. */
export interface Server {
  readonly launch: Launch;
  /** Known after the first launch. */
  url(): string;
}

/** The folder's PostgreSQL; fsync stays on, because PostgreSQL is the only truth. */
export function embeddedPostgres(folder: DataFolder): Server {
  let port: number | undefined;
  let url = '';
  const launch = async (): Promise<Child> => {
    const server = await startPostgresServer({
      directory: folder.file('postgres'),
      password: localSecrets(folder).postgres_password,
      logFile: folder.file('logs', 'postgres.log'),
      port,
    });
    ({ port, url } = server);
    return server.child;
  };
  return { launch, url: () => url };
}

/**
 * Prepares a role and a schema for every owner, in a database on the embedded server or in the one that DATABASE_URL
 * names.
 * @returns the URL each owner connects with
 * @throws UserError when the user's own database cannot be prepared
 */
export async function prepareDatabase(
  server: { readonly embedded: string } | { readonly given: string },
  folder: DataFolder,
): Promise<Record<OwnerName, string>> {
  const passwords = localSecrets(folder).owner_passwords;
  const owners = OWNERS.map((name) => ({ role: `framewright_${name}`, schema: name, password: passwords[name] }));
  const databaseUrl = 'given' in server ? server.given : await ensureDatabase(server.embedded, 'framewright');
  await ensureOwners(databaseUrl, owners).catch((error: unknown) => {
    if (!('given' in server)) throw error;
    throw new UserError(`The database of DATABASE_URL cannot be used: ${messageOf(error)}`);
  });
  return Object.fromEntries(owners.map((owner) => [owner.schema, ownerUrl(databaseUrl, owner)])) as Record<
    OwnerName,
    string
  >;
}
