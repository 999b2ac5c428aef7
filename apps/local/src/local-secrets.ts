import { randomBytes } from 'node:crypto';
import type { NatsUser } from '#libs/messaging';
import type { DataFolder } from './data-folder.js';
import { OWNERS, type OwnerName, SERVICES } from './service-environment.js';

/** Secrets made once per data folder; `$DATA_DIR/secrets.json`, readable by its owner only. */
export interface LocalSecrets {
  /** Password of PostgreSQL's superuser. */
  postgres_password: string;
  owner_passwords: Record<OwnerName, string>;
  nats_passwords: Record<NatsUser, string>;
  /** Seals the webhook secrets in the database; 32 bytes, base64. */
  webhook_secret_key: string;
}

/** The folder's secrets. Secrets that are missing, because an earlier version did not need them, are made. */
export function localSecrets(folder: DataFolder): LocalSecrets {
  const known = folder.read('secrets.json') as Partial<LocalSecrets> | undefined;
  const secrets: LocalSecrets = {
    postgres_password: password(),
    owner_passwords: passwords(OWNERS),
    nats_passwords: passwords([...SERVICES, 'streams']),
    webhook_secret_key: randomBytes(32).toString('base64'),
    ...known,
  };
  if (Object.keys(secrets).length > Object.keys(known ?? {}).length) folder.write('secrets.json', secrets);
  return secrets;
}

function passwords<Name extends string>(names: readonly Name[]): Record<Name, string> {
  return Object.fromEntries(names.map((name) => [name, password()])) as Record<Name, string>;
}

function password(): string {
  return randomBytes(18).toString('base64url');
}
