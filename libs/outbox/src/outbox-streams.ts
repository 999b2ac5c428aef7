import type { StreamName } from '#libs/contracts';

/** Messages that are replayed into a stream after JetStream has lost it. */
export interface StreamReplay {
  /**
   * A query for the order keys (`order_key`) of open work: the last message of each is replayed. Without it all
   * messages of the last days are, because some consumer may not have received them.
   */
  openOrderKeys?: string;
}

/** The streams into which a service publishes through its outbox. */
export type OutboxStreams = Partial<Record<StreamName, StreamReplay>>;

/** Injects the {@link OutboxStreams}. */
export const OUTBOX_STREAMS = Symbol('streams of the outbox');
