import { AppError } from '#libs/contracts';
import { type ApiKeyRecord, parseApiKey } from '#libs/signing';

const BEARER = /^bearer +(\S+) *$/i;

/**
 * Reads the key of a request from its Authorization headers (RFC 6750 §2.1). The checksum detects a typing error without a
 * lookup.
 *
 * @throws AppError AUTHENTICATION_REQUIRED whose `details` name the wrong part
 */
export function bearerKey(authorization: readonly string[]): ApiKeyRecord {
  const [header] = authorization;
  if (header === undefined) throw keyRefused('The Authorization header is missing');
  if (authorization.length > 1) throw keyRefused('There is more than one Authorization header');
  const token = BEARER.exec(header)?.[1];
  if (token === undefined) throw keyRefused('The Authorization header must read "Bearer <API key>"');
  const record = parseApiKey(token);
  if (!record) throw keyRefused('The API key is malformed');
  return record;
}

export function keyRefused(details: string): AppError {
  return new AppError('AUTHENTICATION_REQUIRED', { details });
}
