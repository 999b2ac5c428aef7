import { HandlerFact } from '../handler-fact.js';
import type { Caller } from './caller.js';
import { type Role, ROLES } from './roles.js';

/**
 * The demand of an operation on its caller: nothing (`public`), a role in the organization (`read`: viewer, `write`:
 * editor, `administer`: owner), the session of a user (`session`), that of a member (`member`), that of a user who
 * operates the installation (`operate`), or a preview token (`preview`), which allows nothing else.
 */
export type Access = 'public' | 'read' | 'write' | 'administer' | 'session' | 'member' | 'operate' | 'preview';

const ACCESS = new HandlerFact<Access>('gateway:access');

/** States the access of a handler; without it, the method decides. */
export function RequireAccess(access: Access): MethodDecorator {
  return ACCESS.state(access);
}

/** States the access of the handlers of a controller that do not state their own. */
export function RequireAccessToAll(access: Access): ClassDecorator {
  return ({ prototype }) => {
    for (const [name, handler] of Object.entries(Object.getOwnPropertyDescriptors(prototype as object))) {
      if (name !== 'constructor' && statedAccess(handler.value as object) === undefined)
        RequireAccess(access)(prototype as object, name, handler);
    }
  };
}

/** The access that {@link RequireAccess} or {@link RequireAccessToAll} states for a handler. */
export function statedAccess(handler: object): Access | undefined {
  return ACCESS.of(handler);
}

/** The stated access of a handler, else `read` for GET and HEAD, and `write`. */
export function accessOf(handler: object, method: string): Access {
  return statedAccess(handler) ?? defaultAccess(method);
}

/** @param method in any case */
function defaultAccess(method: string): Access {
  return /^(get|head)$/i.test(method) ? 'read' : 'write';
}

const LEAST_ROLE = { read: 'viewer', write: 'editor', administer: 'owner' } as const satisfies Record<string, Role>;

/** Whether a caller has the access. */
export function mayAccess({ role, credential }: Caller, access: Exclude<Access, 'public'>): boolean {
  if (access === 'preview') return credential.kind === 'preview';
  if (credential.kind === 'preview') return false;
  if (access === 'session') return credential.kind === 'session';
  if (access === 'member') return credential.kind === 'session' && role !== null;
  if (access === 'operate') return credential.kind === 'session' && credential.operator;
  return role !== null && ROLES.indexOf(role) >= ROLES.indexOf(LEAST_ROLE[access]);
}
