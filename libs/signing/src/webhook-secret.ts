const PREFIX = 'whsec_';
const PATTERN = /^whsec_(?:[A-Za-z0-9+/]{4})+(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/**
 * Formats a signing secret: `whsec_` and the base64 of its bytes (Standard Webhooks 1.0, "Signature scheme").
 *
 * @param randomBytes 32 bytes from a cryptographic source
 * @throws RangeError for any other number of bytes
 */
export function formatWebhookSecret(randomBytes: Uint8Array): string {
  if (randomBytes.length !== 32) throw new RangeError('A webhook secret is made of 32 random bytes.');
  return PREFIX + Buffer.from(randomBytes).toString('base64');
}

/**
 * Returns the 24 to 64 bytes of a `whsec_…` secret.
 *
 * @throws RangeError for any other text; the message does not contain it
 */
export function webhookSecretBytes(secret: string): Buffer {
  const bytes = PATTERN.test(secret) ? Buffer.from(secret.slice(PREFIX.length), 'base64') : Buffer.alloc(0);
  if (bytes.length < 24 || bytes.length > 64) {
    throw new RangeError('Not a webhook secret: expected whsec_ and the base64 of 24 to 64 bytes.');
  }
  return bytes;
}
