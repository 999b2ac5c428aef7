export const KEY_KINDS = ['read', 'read_write'] as const;
export type KeyKind = (typeof KEY_KINDS)[number];

/** The owner of a request's key. */
export interface Caller {
  orgId: string;
  keyId: string;
  kind: KeyKind;
  expiresAt: Date | null;
  /** Requests per minute, if the organization has a limit of its own. */
  rateLimit: number | null;
}
