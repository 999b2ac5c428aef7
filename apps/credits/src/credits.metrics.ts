import { defineCounter, defineGauge } from '#libs/runtime';

export const ledgerViolations = defineGauge({
  name: 'framewright_ledger_violations',
  help: 'Rows that violate an invariant of the ledger, at the last check',
  labels: ['check'],
});

export const ledgerCheckedAt = defineGauge({
  name: 'framewright_ledger_checked_timestamp_seconds',
  help: 'Time of the end of the last complete check of the ledger',
});

export const ledgerConflicts = defineCounter({
  name: 'framewright_ledger_conflicts_total',
  help: 'Ended videos whose end contradicts the state of their hold; no credits were moved',
});
