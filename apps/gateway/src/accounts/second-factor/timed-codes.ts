import { Secret, TOTP } from 'otpauth';

/** Seconds for which a code holds (RFC 6238). */
const PERIOD_S = 30;
/** Steps before and after the present one that are accepted, because clocks differ. */
const TOLERATED_STEPS = 1;
/** The service in whose name the authenticator shows the code. */
const ISSUER = 'Framewright';

function codesOf(secret: string, label = ''): TOTP {
  return new TOTP({
    ...{ issuer: ISSUER, label, secret: Secret.fromBase32(secret) },
    ...{ algorithm: 'SHA1', digits: 6, period: PERIOD_S }, // what every authenticator knows
  });
}

/** A new key for an authenticator: 20 random bytes, in Base32. */
export function newSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The address that an authenticator reads from a QR code. @param label by which the user recognizes the account */
export function addressOf(secret: string, label: string): string {
  const address = new URL(codesOf(secret, label).toString());
  // Every authenticator takes these for granted; without them the code to scan is coarser.
  for (const name of ['algorithm', 'digits', 'period']) address.searchParams.delete(name);
  return address.href;
}

/** The step of time to which a code belongs; undefined for a code that does not hold now. */
export function stepOf(secret: string, code: string, nowMs: number): number | undefined {
  const codes = codesOf(secret);
  const delta = codes.validate({ token: code, timestamp: nowMs, window: TOLERATED_STEPS });
  return delta === null ? undefined : codes.counter({ timestamp: nowMs }) + delta;
}
