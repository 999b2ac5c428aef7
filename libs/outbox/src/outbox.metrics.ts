import { defineGauge } from '#libs/runtime';

export const outboxUnpublished = defineGauge({
  name: 'framewright_outbox_unpublished',
  help: 'Committed messages that are not yet in JetStream, over all replicas',
});

export const outboxOldestAge = defineGauge({
  name: 'framewright_outbox_oldest_age_seconds',
  help: 'Age of the oldest message that is not yet in JetStream; 0 without one',
});

export const partitionsAhead = defineGauge({
  name: 'framewright_outbox_partitions_ahead',
  help: 'Coming days for which outbox and inbox have a partition; without one, rows go to the DEFAULT partition',
  labels: ['table'],
});
