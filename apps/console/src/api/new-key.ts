/** A value for `Idempotency-Key` that no other request has. Browsers have `randomUUID` on https and localhost only. */
export function newIdempotencyKey(): string {
  return `console-${[...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
