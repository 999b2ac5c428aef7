import { defineGauge } from '#libs/runtime';

export const outboxUnpublished = defineGauge({
  name: 'framewright_outbox_unpublished',
  help: 'Messages committed and not yet in JetStream, over all replicas',
});

export const outboxOldestAge = defineGauge({
  name: 'framewright_outbox_oldest_age_seconds',
  help: 'How long the oldest message not yet in JetStream has waited; 0 when there is none',
});

export const partitionsAhead = defineGauge({
  name: 'framewright_outbox_partitions_ahead',
  help: 'Days to come that outbox and inbox have a partition for; without one, rows go to the DEFAULT partition',
  labels: ['table'],
});
