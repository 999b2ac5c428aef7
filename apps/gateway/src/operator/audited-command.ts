import type { EntityManager } from '@mikro-orm/postgresql';
import { type AuditedResource, completeEntry, type Outcome, storeEntry } from '../audit-trail/audit-entry.js';
import type { Command } from './parse-command.js';

/** The audit log's facts of a command that changes something. */
interface AuditedCommand {
  /** The words of the command. */
  action: string;
  organizationId?: string;
  target: AuditedResource;
}

const DONE = 200;
const FAILED = 500;

/**
 * Carries out a command. One that changes something has an entry in the audit log: stored before, with its outcome afterwards,
 * as the changes over HTTP have.
 */
export async function audited<T>(command: Command, em: EntityManager, work: () => Promise<T>): Promise<T> {
  const change = changeOf(command);
  if (!change) return work();
  const { organizationId = null, action, target } = change;
  const actor = { type: 'command', id: null } as const;
  const nowhere = { requestId: null, address: null };
  const id = await storeEntry(em, { organizationId, actor, action, target, status: null, ...nowhere });
  try {
    const result = await work();
    await completeEntry(em, id, outcomeOf(action, result));
    return result;
  } catch (error) {
    await completeEntry(em, id, { status: FAILED });
    throw error;
  }
}

/** Undefined for a command that only reads. */
function changeOf(command: Command): AuditedCommand | undefined {
  switch (command.do) {
    case 'create-organization':
      return { action: 'organization create', target: { type: 'organizations', id: null } };
    case 'limit-organization':
      return aboutOrganization('organization limit', command.orgId);
    case 'limit-templates':
      return aboutOrganization('organization templates', command.orgId);
    case 'limit-media':
      return aboutOrganization('organization media', command.orgId);
    case 'grant-credits':
      return aboutOrganization('credits grant', command.orgId);
    case 'create-key':
      return { action: 'key create', organizationId: command.orgId, target: { type: 'keys', id: null } };
    case 'revoke-key':
      return { action: 'key revoke', target: { type: 'keys', id: command.keyId } };
    case 'console-link':
      return {
        action: 'console-link',
        ...(command.orgId !== undefined && { organizationId: command.orgId }),
        target: { type: 'session', id: null },
      };
    case 'create-user':
      return { action: 'user create', organizationId: command.orgId, target: { type: 'members', id: null } };
    case 'change-user':
      return { action: 'user change', target: { type: 'users', id: command.userId } };
    case 'password-reset':
      return { action: 'password-reset', target: { type: 'session', id: null } };
    case 'remove-second-factor':
      return { action: 'second-factor remove', target: { type: 'users', id: null } };
    case 'maintenance-on':
      return { action: 'maintenance on', target: { type: 'maintenance', id: null } };
    case 'maintenance-off':
      return { action: 'maintenance off', target: { type: 'maintenance', id: null } };
    case 'list-organizations':
    case 'list-keys':
    case 'show-credits':
    case 'list-users':
    case 'maintenance-status':
      return undefined;
  }
}

function aboutOrganization(action: string, id: string): AuditedCommand {
  return { action, organizationId: id, target: { type: 'organizations', id } };
}

/** The ids of what a command has created, and of the organization that it turned out to be about. */
function outcomeOf(action: string, result: unknown): Outcome {
  const { id, org_id, name } = result as { id?: string; org_id?: string; name?: string | null };
  const organizationId = org_id ?? (action === 'organization create' ? id : undefined);
  return {
    status: DONE,
    ...(id !== undefined && { targetId: id }),
    ...(typeof name === 'string' && { targetName: name }),
    ...(organizationId !== undefined && { organizationId }),
  };
}
