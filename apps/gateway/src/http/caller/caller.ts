import type { Spender } from '#libs/contracts';
import type { Role } from './roles.js';

/** The sender of a request, on behalf of an organization. */
export interface Caller {
  /** Null for a user who belongs to no organization, and may accept an invitation. */
  orgId: string | null;
  /** Null without an organization. */
  role: Role | null;
  credential: Credential;
  /** Requests per minute, if the organization has a limit of its own. */
  rateLimit: number | null;
}

/** Proof of the caller: an API key, the session of a signed-in user, or a token that shows one template. */
export type Credential = KeyCredential | SessionCredential | PreviewCredential;

interface KeyCredential {
  kind: 'key';
  keyId: string;
  expiresAt: Date | null;
  /** The limits of what its videos may cost; null without any. */
  spender: Spender | null;
}

export interface SessionCredential {
  kind: 'session';
  sessionId: string;
  userId: string;
  /** True for a user who operates this installation. */
  operator: boolean;
  expiresAt: Date;
}

/** A page that shows one template, and may do nothing else. */
interface PreviewCredential {
  kind: 'preview';
  tokenId: string;
  templateId: string;
  /** Null for the newest. */
  version: number | null;
  /** Origins of the pages that may use it; empty for any. */
  origins: readonly string[];
  expiresAt: Date;
}

/** A program with an API key. */
export type KeyCaller = Caller & { orgId: string; credential: KeyCredential };
