import { describe, expect, it } from '@jest/globals';
import { type Access, accessOf, mayAccess, RequireAccess, RequireAccessToAll } from './access.js';
import type { Caller, Credential } from './caller.js';
import { KEY_KINDS, type Role, roleOfKey, ROLES } from './roles.js';

const KEY: Credential = { kind: 'key', keyId: 'a key', expiresAt: null, spender: null };
const session = (operator: boolean): Credential => ({
  kind: 'session',
  sessionId: 'a session',
  userId: 'a user',
  operator,
  expiresAt: new Date(0),
});
const caller = (role: Role | null, credential: Credential): Caller => ({
  orgId: 'an organization',
  role,
  credential,
  rateLimit: null,
});
const granted = (who: Caller) =>
  (['read', 'write', 'administer', 'session', 'member', 'operate'] as const).filter((access) => mayAccess(who, access));

describe('mayAccess', () => {
  it.each<[Role, Access[]]>([
    ['viewer', ['read', 'session', 'member']],
    ['editor', ['read', 'write', 'session', 'member']],
    ['owner', ['read', 'write', 'administer', 'session', 'member']],
  ])('a %s may %j', (role, access) => {
    expect(granted(caller(role, session(false)))).toEqual(access);
  });

  it('a user without an organization may do what any user may', () => {
    expect(granted(caller(null, session(false)))).toEqual(['session']);
  });

  it('no key administers or operates', () => {
    expect(KEY_KINDS.map((kind) => granted(caller(roleOfKey(kind), KEY)))).toEqual([['read'], ['read', 'write']]);
  });

  it('an operator operates in any role, with a session only', () => {
    for (const role of ROLES) expect(granted(caller(role, session(true)))).toContain('operate');
    for (const role of ROLES) expect(granted(caller(role, KEY))).not.toContain('operate');
  });
});

describe('accessOf', () => {
  class Handlers {
    unstated() {}

    @RequireAccess('administer')
    stated() {}
  }

  it('follows the method unless it is stated', () => {
    const { unstated, stated } = Handlers.prototype;
    expect(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'].map((method) => accessOf(unstated, method))).toEqual([
      'read',
      'read',
      'write',
      'write',
      'write',
      'write',
    ]);
    expect(accessOf(stated, 'GET')).toBe('administer');
  });

  it('is that of the controller for a handler that states none', () => {
    @RequireAccessToAll('operate')
    class Controller extends Handlers {
      own() {}

      @RequireAccess('public')
      open() {}
    }
    const { own, open, stated } = Controller.prototype;
    expect([own, open, stated].map((handler) => accessOf(handler, 'GET'))).toEqual(['operate', 'public', 'administer']);
  });
});
