import { defineEntity, p } from '@mikro-orm/postgresql';
import { KEY_KINDS } from '../http/caller/roles.js';
import { Organization } from './organization.entity.js';

/** An API key. Only its hash is stored, never the key itself. */
const ApiKeySchema = defineEntity({
  name: 'ApiKey',
  tableName: 'api_keys',
  properties: {
    id: p.uuid().primary(),
    organization: () => p.manyToOne(Organization),
    /** The purpose of the key. */
    name: p.text().nullable(),
    /** SHA-256 of the key. */
    hash: p.blob().unique(),
    /** The key's first 8 characters. */
    display: p.text(),
    kind: p.enum(KEY_KINDS),
    createdAt: p.datetime(3).defaultRaw('now()'),
    expiresAt: p.datetime(3).nullable(),
    revokedAt: p.datetime(3).nullable(),
    /** To the minute. */
    lastUsedAt: p.datetime(3).nullable(),
    /** Most credits of its videos on a day, in UTC; null: no limit. */
    dailyCredits: p.bigint('number').nullable(),
    /** Most credits of its videos in all. */
    totalCredits: p.bigint('number').nullable(),
    /** Whether an agent gets a price to approve before it spends. */
    asksBeforeSpending: p.boolean().default(true),
  },
});

export class ApiKey extends ApiKeySchema.class {}
ApiKeySchema.setClass(ApiKey);
