import { defineCounter } from '#libs/runtime';
import type { Refusal } from './fetch-error.js';

const ssrfBlocked = defineCounter({
  name: 'framewright_ssrf_blocked_total',
  help: 'Refused connections; reason: URL_REFUSED (forbidden URL) or ADDRESS_REFUSED (the name resolves to a forbidden address)',
  labels: ['reason'],
});

/** Counts a refused connection of this process, or of a child process that serves no metrics. */
export function countRefusal(reason: Refusal): void {
  ssrfBlocked.inc({ reason });
}
