import { createHash } from 'node:crypto';

/** Lanes of an organization's callbacks: as many as it may have webhooks by default. */
const LANES = 20;

/**
 * The lane of a callback, a UUID: those that share slots as the deliveries of one endpoint do. Callbacks to one host have
 * one lane, and an organization has at most 20, so that many hosts which respond slowly take no more than many webhooks.
 */
export function laneOf(orgId: string, url: string): string {
  const number = digest(new URL(url).host).readUInt32BE() % LANES;
  const hex = digest(`${orgId} ${number}`).toString('hex');
  return [hex.slice(0, 8), hex.slice(8, 12), hex.slice(12, 16), hex.slice(16, 20), hex.slice(20, 32)].join('-');
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest();
}
