import { createHash, timingSafeEqual } from 'node:crypto';

/** Compares two secrets in a time that reveals neither where they differ nor their lengths. */
export function constantTimeEqual(a: string | Uint8Array, b: string | Uint8Array): boolean {
  return timingSafeEqual(sha256(a), sha256(b));
}

function sha256(secret: string | Uint8Array): Buffer {
  return createHash('sha256').update(secret).digest();
}
