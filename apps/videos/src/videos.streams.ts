import type { OutboxStreams } from '#libs/outbox';

/**
 * What the service publishes. Of lost render jobs only those go out again that nobody has claimed; of lost events all of the
 * last days, because nothing here says which of them their consumers have taken.
 */
export const VIDEOS_STREAMS: OutboxStreams = {
  RENDER: {
    openOrderKeys: `SELECT video_id || ':' || segment AS order_key FROM segments WHERE state = 'DISPATCHED'`,
  },
  VIDEO: {},
};
