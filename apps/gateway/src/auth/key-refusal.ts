/** Why a key that exists is refused. */
export type KeyRefusal = 'revoked' | 'expired';

/** Whether a key may be used now; a key is expired from its `expiresAt` on. */
export function keyRefusal(key: { revokedAt?: Date | null; expiresAt?: Date | null }, now: Date): KeyRefusal | null {
  if (key.revokedAt && key.revokedAt <= now) return 'revoked';
  if (key.expiresAt && key.expiresAt <= now) return 'expired';
  return null;
}

/** The minute in which `now` lies: how precisely a key's last use is kept. */
export function minuteOf(now: Date): Date {
  return new Date(Math.floor(now.getTime() / 60_000) * 60_000);
}
