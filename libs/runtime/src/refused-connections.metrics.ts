import { defineCounter } from './telemetry/metrics.js';

/**
 * Counts connections of all services to addresses that callers chose, those of child processes without metrics
 * included.
 */
export const refusedConnections = defineCounter({
  name: 'framewright_ssrf_blocked_total',
  help: 'Refused connections; reason: URL_REFUSED (forbidden URL) or ADDRESS_REFUSED (the name resolves to a forbidden address)',
  labels: ['reason'],
});
