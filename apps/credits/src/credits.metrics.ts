import { defineCounter, defineGauge } from '#libs/runtime';

export const ledgerViolations = defineGauge({
  name: 'framewright_ledger_violations',
  help: 'Rows that break what is always true of the ledger, at the last check',
  labels: ['check'],
});

export const ledgerCheckedAt = defineGauge({
  name: 'framewright_ledger_checked_timestamp_seconds',
  help: 'When the last complete check of the ledger ended',
});

export const ledgerConflicts = defineCounter({
  name: 'framewright_ledger_conflicts_total',
  help: 'Ends of videos that contradict what became of their credits; nothing was moved',
});
