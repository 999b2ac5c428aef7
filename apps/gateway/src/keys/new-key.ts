import { randomBytes, randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { formatApiKey, parseApiKey } from '#libs/signing';
import { ApiKey } from '../auth/api-key.entity.js';
import type { Organization } from '../auth/organization.entity.js';
import type { KeyKind } from '../http/caller/roles.js';

/** The choices for a new key. */
export interface NewKey {
  organization: Organization;
  kind: KeyKind;
  name?: string;
  expiresAt?: Date;
  dailyCredits?: number | null;
  totalCredits?: number | null;
  asksBeforeSpending?: boolean;
}

/** Stores a new key. The result is the only place where `key` appears. */
export async function storeNewKey(em: EntityManager, chosen: NewKey): Promise<{ key: string; record: ApiKey }> {
  const key = formatApiKey(randomBytes(32));
  const { hash, display } = parseApiKey(key)!;
  const record = em.create(ApiKey, {
    id: randomUUID(),
    hash,
    display,
    createdAt: new Date(),
    asksBeforeSpending: true,
    ...chosen,
  });
  await em.flush();
  return { key, record };
}
