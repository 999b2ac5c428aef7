import type { components } from '#libs/client';
import { Badge } from '../../ui/badge.tsx';

export type ApiKey = components['schemas']['Key'];

export function hasEnded({ revoked_at, expires_at }: ApiKey): boolean {
  return revoked_at !== null || (expires_at !== null && new Date(expires_at).getTime() <= Date.now());
}

export function KeyStatus({ of: key }: { of: ApiKey }) {
  if (key.revoked_at !== null) return <Badge>Revoked</Badge>;
  return hasEnded(key) ? <Badge>Expired</Badge> : <Badge tone="good">Works</Badge>;
}

/** The name of a key, or its first characters where it has none. */
export function keyName({ name, starts_with }: ApiKey): string {
  return name ?? `${starts_with}…`;
}
