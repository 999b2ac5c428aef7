import { defineCounter, defineGauge, defineHistogram } from '#libs/runtime';

/** Bounds of the buckets, s: from a reply from memory to the longest timeout. */
const ANSWER_BUCKETS = [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 60];
/** Bounds of the buckets, s: from the insert of a row to the rendering of a video. */
const WORK_BUCKETS = [0.005, 0.025, 0.1, 0.5, 1, 5, 15, 60, 300, 1_200];

export const rpcDuration = defineHistogram({
  name: 'framewright_rpc_duration_seconds',
  help: 'Time from an RPC request to its reply, measured by the caller; outcome: ok or an error code',
  labels: ['subject', 'outcome'],
  buckets: ANSWER_BUCKETS,
});

export const messageDuration = defineHistogram({
  name: 'framewright_message_duration_seconds',
  help: 'Time to handle a message of a stream; outcome: done, handed_back (returned on purpose), failed (redelivered) or rejected (kept as a dead letter)',
  labels: ['subject', 'outcome'],
  buckets: WORK_BUCKETS,
});

export const messagesRejected = defineCounter({
  name: 'framewright_messages_rejected_total',
  help: 'Messages that could not be read and are delivered no more; the stream DEAD has copies',
});

export const consumerPending = defineGauge({
  name: 'framewright_consumer_pending',
  help: 'Messages in JetStream not yet delivered to this service',
  labels: ['consumer'],
});

export const consumerAckPending = defineGauge({
  name: 'framewright_consumer_ack_pending',
  help: 'Messages delivered and not yet acknowledged',
  labels: ['consumer'],
});

export const consumerRedelivered = defineGauge({
  name: 'framewright_consumer_redelivered',
  help: 'Messages delivered more than once and not yet acknowledged',
  labels: ['consumer'],
});

export const natsConnected = defineGauge({
  name: 'framewright_nats_connected',
  help: '1 while connected to NATS, otherwise 0',
});

export const budgetPieces = defineGauge({
  name: 'framewright_budget_pieces',
  help: 'Shared work of this process by budget and state: active (has a place) or waiting for one',
  labels: ['budget', 'state'],
});

export const budgetBytes = defineGauge({
  name: 'framewright_budget_bytes',
  help: 'Bytes that the work with a place holds, for budgets that bound memory',
  labels: ['budget'],
});

export const budgetRefusals = defineCounter({
  name: 'framewright_budget_refusals_total',
  help: 'Requests refused with RATE_LIMIT_EXCEEDED because their organization has too much such work at once',
  labels: ['budget'],
});
