export const KEY_KINDS = ['read', 'read_write'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** Whose key a request carries. */
export interface Caller {
  orgId: string;
  keyId: string;
  kind: KeyKind;
  expiresAt: Date | null;
  /** Requests a minute, where the organization has a number of its own. */
  rateLimit: number | null;
}
