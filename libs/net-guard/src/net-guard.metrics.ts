import { defineCounter } from '#libs/runtime';
import type { Refusal } from './fetch-error.js';

const ssrfBlocked = defineCounter({
  name: 'framewright_ssrf_blocked_total',
  help: 'Connections that were not made: URL_REFUSED for what the address says, ADDRESS_REFUSED for what its name resolves to',
  labels: ['reason'],
});

/** Counts a connection that was not made, here or in a process of ours that is not asked for its metrics. */
export function countRefusal(reason: Refusal): void {
  ssrfBlocked.inc({ reason });
}
