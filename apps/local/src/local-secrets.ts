import { randomBytes } from 'node:crypto';
import type { DataFolder } from './data-folder.js';
import { OWNERS, type OwnerName } from './service-environment.js';

/** Made once per data folder; `$DATA_DIR/secrets.json`, readable by its owner only. */
export interface LocalSecrets {
  /** Of PostgreSQL's superuser. */
  postgres_password: string;
  owner_passwords: Record<OwnerName, string>;
  /** Seals the webhook secrets in the database; 32 bytes, base64. */
  webhook_secret_key: string;
}

/** The folder's secrets, made now where it has none. */
export function localSecrets(folder: DataFolder): LocalSecrets {
  const known = folder.read('secrets.json') as LocalSecrets | undefined;
  if (known) return known;
  const passwords = OWNERS.map((owner) => [owner, randomBytes(18).toString('base64url')]);
  const secrets: LocalSecrets = {
    postgres_password: randomBytes(18).toString('base64url'),
    owner_passwords: Object.fromEntries(passwords) as Record<OwnerName, string>,
    webhook_secret_key: randomBytes(32).toString('base64'),
  };
  folder.write('secrets.json', secrets);
  return secrets;
}
