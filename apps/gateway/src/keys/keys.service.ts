import { Injectable } from '@nestjs/common';
import { EntityManager } from '@mikro-orm/postgresql';
import { AppError, ORGANIZATION_CHANGED, type Page, pageOf, type PageRequest, readTime } from '#libs/contracts';
import { LivePublisher } from '#libs/messaging';
import { oneFault } from '../accounts/users/account-faults.js';
import { ApiKey } from '../auth/api-key.entity.js';
import { Organization } from '../auth/organization.entity.js';
import type { CreateKeyBody, Key, KeyWithSecret, UpdateKeyBody } from './key-requests.js';
import { storeNewKey } from './new-key.js';

/** Most working keys of an organization, unless the operator creates more. */
const MAX_WORKING = 100;
/** Most revoked and expired keys that stay in the list. */
const MAX_ENDED = 400;
const WORKING = `organization_id = ? AND revoked_at IS NULL AND (expires_at IS NULL OR expires_at > now())`;
const ENDED = `organization_id = ? AND (revoked_at IS NOT NULL OR expires_at <= now())`;

/** The keys of an organization, as its owners manage them. */
@Injectable()
export class Keys {
  constructor(
    private readonly em: EntityManager,
    private readonly live: LivePublisher,
  ) {}

  async list(orgId: string, { limit = 20, offset = 0 }: PageRequest): Promise<Page<Key>> {
    const [keys, total] = await this.em
      .fork()
      .findAndCount(ApiKey, { organization: orgId }, { orderBy: { createdAt: 'desc', id: 'desc' }, limit, offset });
    return pageOf(keys.map(toKey), total, { limit, offset });
  }

  /** @throws AppError RESOURCE_NOT_FOUND */
  async read(orgId: string, id: string): Promise<Key> {
    return toKey(await find(this.em.fork(), orgId, id));
  }

  async create(orgId: string, { name, kind, expires_at, ...spending }: CreateKeyBody): Promise<KeyWithSecret> {
    const expiresAt = expires_at === undefined ? undefined : readTime(expires_at);
    if (expiresAt && expiresAt.getTime() <= Date.now()) {
      throw oneFault('expires_at', 'INVALID_VALUE', 'expires_at must be in the future');
    }
    return this.em.fork().transactional(async (em) => {
      await em.execute('SELECT 1 FROM organizations WHERE id = ? FOR NO KEY UPDATE', [orgId]);
      await requireRoom(em, orgId);
      const organization = em.getReference(Organization, orgId);
      const { key, record } = await storeNewKey(em, { organization, kind, name, expiresAt, ...columnsOf(spending) });
      return Object.assign(toKey(record), { key });
    });
  }

  /** Changes the name and what the key may spend; an absent field keeps its value. */
  async update(orgId: string, id: string, { name, ...spending }: UpdateKeyBody): Promise<Key> {
    const em = this.em.fork();
    const key = await find(em, orgId, id);
    em.assign(key, { ...(name !== undefined && { name }), ...columnsOf(spending) });
    await em.flush();
    this.live.publish(ORGANIZATION_CHANGED, { org_id: orgId });
    return toKey(key);
  }

  /** Revokes a key permanently. Repeating it changes nothing. */
  async revoke(orgId: string, id: string): Promise<Key> {
    const em = this.em.fork();
    const key = await find(em, orgId, id);
    key.revokedAt ??= new Date();
    await em.flush();
    this.live.publish(ORGANIZATION_CHANGED, { org_id: orgId });
    return toKey(key);
  }
}

/** @throws AppError RESOURCE_NOT_FOUND */
async function find(em: EntityManager, orgId: string, id: string): Promise<ApiKey> {
  const key = await em.findOne(ApiKey, { id, organization: orgId });
  if (!key) throw new AppError('RESOURCE_NOT_FOUND');
  return key;
}

/**
 * Refuses a key beyond the limit, and removes the oldest ended keys: of an owner who creates and revokes keys without
 * end, only the latest remain.
 */
async function requireRoom(em: EntityManager, orgId: string): Promise<void> {
  await em.execute(
    `DELETE FROM api_keys WHERE id IN (SELECT id FROM api_keys WHERE ${ENDED}
       ORDER BY least(revoked_at, expires_at) DESC, id DESC OFFSET ${MAX_ENDED})`,
    [orgId],
  );
  const [{ working }] = await em.execute<[{ working: number }]>(
    `SELECT count(*)::int AS working FROM api_keys WHERE ${WORKING}`,
    [orgId],
  );
  if (working < MAX_WORKING) return;
  throw oneFault('name', 'INVALID_VALUE', `the organization has ${MAX_WORKING} keys that work; revoke one first`);
}

type Spending = Pick<UpdateKeyBody, 'daily_credits' | 'total_credits' | 'asks_before_spending'>;
type SpendingColumns = Partial<Pick<ApiKey, 'dailyCredits' | 'totalCredits' | 'asksBeforeSpending'>>;

function columnsOf({ daily_credits, total_credits, asks_before_spending }: Spending): SpendingColumns {
  return {
    ...(daily_credits !== undefined && { dailyCredits: daily_credits }),
    ...(total_credits !== undefined && { totalCredits: total_credits }),
    ...(asks_before_spending !== undefined && { asksBeforeSpending: asks_before_spending }),
  };
}

function toKey(key: ApiKey): Key {
  return {
    id: key.id,
    name: key.name ?? null,
    kind: key.kind,
    starts_with: key.display,
    created_at: key.createdAt.toISOString(),
    expires_at: key.expiresAt?.toISOString() ?? null,
    revoked_at: key.revokedAt?.toISOString() ?? null,
    last_used_at: key.lastUsedAt?.toISOString() ?? null,
    daily_credits: key.dailyCredits ?? null,
    total_credits: key.totalCredits ?? null,
    asks_before_spending: key.asksBeforeSpending,
  };
}
