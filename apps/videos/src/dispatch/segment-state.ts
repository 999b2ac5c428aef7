/**
 * A segment's way: WAITING in the fair queue, DISPATCHED as a job in JetStream, LEASED by a renderer, DONE with an accepted
 * upload; back to WAITING when an attempt fails or its renderer falls silent; DROPPED when its video ends without it.
 */
export const SEGMENT_STATES = ['WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED'] as const;
export type SegmentState = (typeof SEGMENT_STATES)[number];

/** Attempts a segment gets in all (API.md §4). */
export const MAX_ATTEMPTS = 3;
