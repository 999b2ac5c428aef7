import { defineCounter, defineGauge } from './telemetry/metrics.js';

/** Counts the removed rows of the sweeps of all services; `kind` names the rows. */
export const retentionSwept = defineCounter({
  name: 'framewright_retention_swept_total',
  help: 'Rows deleted or archived after their retention; for dropped partitions, an estimate by PostgreSQL',
  labels: ['kind'],
});

export const retentionOverdue = defineGauge({
  name: 'framewright_retention_overdue_seconds',
  help: 'Time for which the oldest row has exceeded its retention; reported by the sweeping replica only',
  labels: ['kind'],
});
