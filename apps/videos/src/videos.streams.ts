import type { OutboxStreams } from '#libs/outbox';

/**
 * The streams that the service publishes. After a loss of JetStream, only the unclaimed render jobs are published again, but
 * all events of the last days, because this service does not know which of them their consumers have received.
 */
export const VIDEOS_STREAMS: OutboxStreams = {
  RENDER: {
    openOrderKeys: `SELECT video_id || ':' || segment AS order_key FROM segments WHERE state = 'DISPATCHED'`,
  },
  VIDEO: {},
};
