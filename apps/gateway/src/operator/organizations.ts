import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import { ApiKey } from '../auth/api-key.entity.js';
import type { KeyKind } from '../http/caller/roles.js';
import { Organization } from '../auth/organization.entity.js';
import { storeNewKey } from '../keys/new-key.js';

/** A command that cannot be carried out; the message gives the reason. */
export class OperatorError extends Error {}

interface OrganizationView {
  id: string;
  name: string;
  /** Requests per minute; null for the configured default. */
  rate_limit: number | null;
  created_at: Date;
}

interface KeyView {
  id: string;
  org_id: string;
  name: string | null;
  kind: KeyKind;
  /** The key's first 8 characters. */
  starts_with: string;
  created_at: Date;
  expires_at: Date | null;
  revoked_at: Date | null;
  last_used_at: Date | null;
}

export async function createOrganization(em: EntityManager, name: string): Promise<OrganizationView> {
  const organization = em.create(Organization, { id: randomUUID(), name, createdAt: new Date() });
  await em.flush();
  return toOrganization(organization);
}

/** Oldest first. */
export async function listOrganizations(em: EntityManager): Promise<OrganizationView[]> {
  const organizations = await em.find(Organization, {}, { orderBy: { createdAt: 'asc', id: 'asc' } });
  return organizations.map(toOrganization);
}

/** The only organization. @throws OperatorError if there are several, or none */
export async function onlyOrganization(em: EntityManager): Promise<Organization> {
  const [only, another] = await em.find(Organization, {}, { limit: 2 });
  if (only && !another) return only;
  throw new OperatorError(
    only
      ? 'There are several organizations: state the id of one ("organization list").'
      : 'There is no organization yet ("organization create").',
  );
}

/** @throws OperatorError if it does not exist */
export async function findOrganization(em: EntityManager, id: string): Promise<Organization> {
  const organization = await em.findOne(Organization, id);
  if (!organization) throw new OperatorError(`There is no organization ${id}.`);
  return organization;
}

/** Sets the rate limit of an organization; null: the configured default. */
export async function limitOrganization(
  em: EntityManager,
  id: string,
  requestsPerMinute: number | null,
): Promise<OrganizationView> {
  const organization = await findOrganization(em, id);
  organization.rateLimit = requestsPerMinute;
  await em.flush();
  return toOrganization(organization);
}

/** Creates a key. The result is the only place where `key` appears. */
export async function createKey(
  em: EntityManager,
  { orgId, ...chosen }: { orgId: string; kind: KeyKind; name?: string; expiresAt?: Date },
): Promise<KeyView & { key: string }> {
  const organization = await findOrganization(em, orgId);
  const { key, record } = await storeNewKey(em, { organization, ...chosen });
  return { key, ...toKey(record) };
}

/** Oldest first, revoked and expired ones included. */
export async function listKeys(em: EntityManager, orgId: string): Promise<KeyView[]> {
  const organization = await findOrganization(em, orgId);
  const keys = await em.find(ApiKey, { organization }, { orderBy: { createdAt: 'asc', id: 'asc' } });
  return keys.map(toKey);
}

/** Revokes a key permanently. Repeating it changes nothing. */
export async function revokeKey(em: EntityManager, id: string): Promise<KeyView> {
  const key = await em.findOne(ApiKey, id);
  if (!key) throw new OperatorError(`There is no key ${id}.`);
  key.revokedAt ??= new Date();
  await em.flush();
  return toKey(key);
}

function toOrganization({ id, name, rateLimit, createdAt }: Organization): OrganizationView {
  return { id, name, rate_limit: rateLimit ?? null, created_at: createdAt };
}

function toKey(key: ApiKey): KeyView {
  return {
    id: key.id,
    org_id: key.organization.id,
    name: key.name ?? null,
    kind: key.kind,
    starts_with: key.display,
    created_at: key.createdAt,
    expires_at: key.expiresAt ?? null,
    revoked_at: key.revokedAt ?? null,
    last_used_at: key.lastUsedAt ?? null,
  };
}
