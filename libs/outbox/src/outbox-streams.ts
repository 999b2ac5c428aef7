import type { StreamName } from '#libs/contracts';

/** What of a stream is published again when JetStream has lost it. */
export interface StreamReplay {
  /**
   * A query for the order keys (`order_key`) of the work that is still open: the last message of each is published again.
   * Without it every message of the last days is: somebody may not have taken it yet.
   */
  openOrderKeys?: string;
}

/** The streams a service publishes into through its outbox. */
export type OutboxStreams = Partial<Record<StreamName, StreamReplay>>;

/** Injects the {@link OutboxStreams}. */
export const OUTBOX_STREAMS = Symbol('streams of the outbox');
