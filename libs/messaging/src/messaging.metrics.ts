import { defineGauge, defineHistogram } from '#libs/runtime';

/** Seconds: from an answer out of memory to the longest that is waited for. */
const ANSWER_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** Seconds: from a row written to a video drawn. */
const WORK_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1_200];

export const rpcDuration = defineHistogram({
  name: 'framewright_rpc_duration_seconds',
  help: 'Questions put to other services, as the asker waited for them; outcome: ok or the code of the error',
  labels: ['subject', 'outcome'],
  buckets: ANSWER_BUCKETS,
});

export const messageDuration = defineHistogram({
  name: 'framewright_message_duration_seconds',
  help: 'Messages taken from streams; outcome: done, handed_back (on purpose) or failed, and then it comes again',
  labels: ['subject', 'outcome'],
  buckets: WORK_BUCKETS,
});

export const consumerPending = defineGauge({
  name: 'framewright_consumer_pending',
  help: 'Messages that wait in JetStream for this service',
  labels: ['consumer'],
});

export const consumerAckPending = defineGauge({
  name: 'framewright_consumer_ack_pending',
  help: 'Messages handed out and not yet acknowledged',
  labels: ['consumer'],
});

export const consumerRedelivered = defineGauge({
  name: 'framewright_consumer_redelivered',
  help: 'Messages handed out more than once and not yet acknowledged',
  labels: ['consumer'],
});

export const natsConnected = defineGauge({
  name: 'framewright_nats_connected',
  help: '1 while connected to NATS, else 0',
});
