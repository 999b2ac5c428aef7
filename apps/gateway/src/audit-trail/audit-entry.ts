import { randomUUID } from 'node:crypto';
import type { EntityManager } from '@mikro-orm/postgresql';
import type { Request } from 'express';
import { stateOf } from '../http/request-state.js';

/**
 * Kinds of actors: a member, a program with an API key, an operator of the installation by an operation for operators,
 * an operator who runs a command, or a person with a review link.
 */
export const ACTOR_TYPES = ['user', 'key', 'operator', 'command', 'reviewer'] as const;
export type ActorType = (typeof ACTOR_TYPES)[number];

export interface Actor {
  type: ActorType;
  /** Id of the user, the key or the review link; null for a command. */
  id: string | null;
  /** The name that a reviewer has given; of others it is known. */
  name?: string;
}

/**
 * The changed object: its collection as in the paths of the API, such as `templates`, and its id if it has one already.
 */
export interface AuditedResource {
  type: string;
  id: string | null;
}

/** A setting before and after a change, as text; null for none. */
export interface ChangedSetting {
  field: string;
  before: string | null;
  after: string | null;
}

/** A change, as the audit log keeps it. */
export interface Change {
  /** The organization in whose log it appears; null if it concerns the installation. */
  organizationId: string | null;
  actor: Actor;
  /** The id of the operation, or the name of the command. */
  action: string;
  target: AuditedResource;
  /** HTTP status of the outcome; null while it is not known. */
  status: number | null;
  /** Both null for a command. */
  requestId: string | null;
  address: string | null;
}

/** Most characters of an address. Longer texts, which only a trusted proxy could send, are no addresses. */
const MAX_ADDRESS_CHARACTERS = 64;

/**
 * Stores an entry with the present name of the actor: of a user the address and whether it is unproven, of a key
 * without a name its first characters. The target has the name that it has, or had in the last entry about it; that of
 * another organization has one for operators only.
 *
 * @returns its id
 */
export async function storeEntry(em: EntityManager, change: Change): Promise<string> {
  const { organizationId, actor, action, target, status, requestId, address } = change;
  const id = randomUUID();
  const seesAll = actor.type === 'operator' || actor.type === 'command';
  await em.execute(
    `INSERT INTO audit_entries (id, organization_id, actor_type, actor_id, actor_name, action, target_type, target_id,
                                status, request_id, address, target_name)
     VALUES (?, ?, ?, ?, coalesce((SELECT email || CASE WHEN email_proven THEN '' ELSE ' (unproven)' END FROM users WHERE id = ?), (SELECT coalesce(name, display) FROM api_keys WHERE id = ?), ?),
             ?, ?, ?, ?, ?, ?,
             coalesce((SELECT coalesce(name, display) FROM api_keys WHERE id = ? AND (? OR organization_id = ?)),
                      (SELECT email FROM users WHERE id = ? AND (? OR id = ? OR EXISTS
                        (SELECT 1 FROM memberships WHERE user_id = users.id AND organization_id = ?))),
                      (SELECT name FROM organizations WHERE id = ? AND (? OR id = ?)),
                      (SELECT target_name FROM audit_entries
                        WHERE target_id = ? AND target_type = ? AND organization_id IS NOT DISTINCT FROM ?
                          AND target_name IS NOT NULL ORDER BY created_at DESC LIMIT 1)))`,
    [
      ...[id, organizationId, actor.type, actor.id, actor.id, actor.id, actor.name ?? null],
      ...[action, target.type, target.id, status, requestId, address],
      ...[idOf(target, 'keys'), seesAll, organizationId],
      ...[idOf(target, 'members', 'users'), seesAll, actor.id, organizationId],
      ...[idOf(target, 'organizations'), seesAll, organizationId],
      ...[target.id, target.type, organizationId],
    ],
  );
  return id;
}

/** The id of a resource of one of these types; null for others. */
function idOf({ type, id }: AuditedResource, ...types: string[]): string | null {
  return types.includes(type) ? id : null;
}

/** Facts that become known when a change has ended. */
export interface Outcome {
  status: number;
  /** Id of the created object. */
  targetId?: string;
  /** The name of the object, as the response has it. */
  targetName?: string;
  /** Id of the created organization. */
  organizationId?: string;
  /** The settings of the object that are different now. */
  changes?: readonly ChangedSetting[];
}

/** Adds the outcome to an entry. */
export async function completeEntry(
  em: EntityManager,
  id: string,
  { status, targetId, targetName, organizationId, changes = [] }: Outcome,
): Promise<void> {
  await em.execute(
    `UPDATE audit_entries SET status = ?, target_id = coalesce(target_id, ?), target_name = coalesce(?, target_name),
            organization_id = coalesce(organization_id, ?), changes = ?::jsonb WHERE id = ?`,
    [
      ...[status, targetId ?? null, targetName ?? null, organizationId ?? null],
      ...[changes.length === 0 ? null : JSON.stringify(changes), id],
    ],
  );
}

/** The facts of a request that an audit entry records. */
export function originOf(request: Request): Pick<Change, 'requestId' | 'address'> {
  return { requestId: stateOf(request).id, address: request.ip?.slice(0, MAX_ADDRESS_CHARACTERS) ?? null };
}
