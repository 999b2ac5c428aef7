export const KEY_KINDS = ['read', 'read_write'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Roles of members in an organization; each may do what those before it may. */
export const ROLES = ['viewer', 'editor', 'owner'] as const;
export type Role = (typeof ROLES)[number];

/** The role in which a key acts. No key is an owner: what administers an organization needs a user. */
export function roleOfKey(kind: KeyKind): Role {
  return kind === 'read' ? 'viewer' : 'editor';
}
