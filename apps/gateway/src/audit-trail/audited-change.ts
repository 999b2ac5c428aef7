import type { Request } from 'express';
import type { Access } from '../http/caller/access.js';
import type { Caller } from '../http/caller/caller.js';
import { routeOf } from '../http/request-trace.js';
import { type Actor, type AuditedResource, type Change, originOf } from './audit-entry.js';
import { STORED_WITH_CHANGE, UNAUDITED_OPERATIONS, UNAUDITED_OPERATIONS_OF_KEYS } from './unaudited-operations.js';

/** Whether the audit log keeps an entry of an operation that this caller carries out. */
export function isAudited(action: string, { method }: Request, caller: Caller): boolean {
  if (/^(get|head)$/i.test(method) || Object.hasOwn(UNAUDITED_OPERATIONS, action) || STORED_WITH_CHANGE.has(action))
    return false;
  return caller.credential.kind !== 'key' || !Object.hasOwn(UNAUDITED_OPERATIONS_OF_KEYS, action);
}

/** The change that a request is about to make. */
export function changeOf(request: Request, action: string, access: Access, caller: Caller): Change {
  const target = targetOf(routeOf(request) ?? '', request.params as Record<string, string>);
  const isOperator = access === 'operate';
  return {
    organizationId: isOperator ? organizationIn(target) : caller.orgId,
    actor: actorOf(caller, isOperator),
    action,
    target,
    status: null,
    ...originOf(request),
  };
}

function actorOf({ credential }: Caller, isOperator: boolean): Actor {
  switch (credential.kind) {
    case 'key':
      return { type: 'key', id: credential.keyId };
    case 'session':
      return { type: isOperator ? 'operator' : 'user', id: credential.userId };
    case 'preview':
      throw new Error('a preview token changes nothing');
  }
}

/** The organization that an operator's change is about; null if it is about none. */
export function organizationIn({ type, id }: AuditedResource): string | null {
  return type === 'organizations' ? id : null;
}

/**
 * The last id of a path, with the collection before it.
 *
 * @param route such as `/v1/webhooks/:webhook_id/test`
 */
export function targetOf(route: string, params: Readonly<Record<string, string>>): AuditedResource {
  const segments = route.replace(/^\/v1\/(operator\/)?/, '').split('/');
  const at = segments.findLastIndex((segment) => segment.startsWith(':'));
  if (at < 1) return { type: segments[0]!, id: null };
  return { type: segments[at - 1]!, id: params[segments[at]!.slice(1)] ?? null };
}
