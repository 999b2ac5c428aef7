import { AppError } from '#libs/contracts';
import { type ApiKeyRecord, parseApiKey } from '#libs/signing';

const BEARER = /^bearer +(\S+) *$/i;

/** Reads a key. The checksum detects a typing error without a lookup. @throws AppError AUTHENTICATION_REQUIRED */
export function keyOf(token: string): ApiKeyRecord {
  const record = parseApiKey(token);
  if (!record) throw keyRefused('The API key is malformed');
  return record;
}

/**
 * The credential in the Authorization headers of a request (RFC 6750 §2.1).
 *
 * @throws AppError AUTHENTICATION_REQUIRED whose `details` name the wrong part
 */
export function bearerToken(authorization: readonly string[]): string {
  const [header] = authorization;
  if (header === undefined) throw keyRefused('The Authorization header is missing');
  if (authorization.length > 1) throw keyRefused('There is more than one Authorization header');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw keyRefused('The Authorization header must read "Bearer <API key>"');
  return token;
}

export function keyRefused(details: string): AppError {
  return new AppError('AUTHENTICATION_REQUIRED', { details });
}
