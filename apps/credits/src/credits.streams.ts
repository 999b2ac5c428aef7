import type { OutboxStreams } from '#libs/outbox';

/** The streams that the service publishes: alerts, all of the last days again after a loss of JetStream. */
export const CREDITS_STREAMS: OutboxStreams = { VIDEO: {} };
