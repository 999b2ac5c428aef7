import { type Session, useSession } from './session.ts';

/** Rights that an operation of the API demands, beyond reading. */
export type Right = 'write' | 'administer' | 'operate';

/**
 * Whether the user may do something in the organization, by the rules of the API (docs/api/accounts.md). What a user may not
 * do has no button.
 */
export function useMay(access: Right): boolean {
  return may(useSession(), access);
}

export function may({ role, user }: Session, access: Right): boolean {
  switch (access) {
    case 'write':
      return role === 'editor' || role === 'owner';
    case 'administer':
      return role === 'owner';
    case 'operate':
      return user.operator;
  }
}
