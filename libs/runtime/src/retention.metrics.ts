import { defineCounter, defineGauge } from './telemetry/metrics.js';

/** For the sweepers of all services; `kind` says what they sweep. */
export const retentionSwept = defineCounter({
  name: 'framewright_retention_swept_total',
  help: 'Rows that were deleted or archived because their time was over; of dropped partitions, as PostgreSQL estimates them',
  labels: ['kind'],
});

export const retentionOverdue = defineGauge({
  name: 'framewright_retention_overdue_seconds',
  help: 'How long the oldest row has been kept beyond its time; only the replica that sweeps knows',
  labels: ['kind'],
});
