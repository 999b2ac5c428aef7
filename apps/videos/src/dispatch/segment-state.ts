/**
 * A segment's way: WAITING in the fair queue, DISPATCHED as a job in JetStream, LEASED by a renderer, DONE with an accepted
 * upload; back to WAITING when an attempt fails or its renderer falls silent; DROPPED when its video ends without it.
 */
export const SEGMENT_STATES = ['WAITING', 'DISPATCHED', 'LEASED', 'DONE', 'DROPPED'] as const;
export type SegmentState = (typeof SEGMENT_STATES)[number];

/** Attempts that may fail while their renderer lives: the video's own fault (API.md §4). */
export const MAX_FAULTS = 3;

/**
 * Attempts whose renderer may be lost under them (API.md §4). Machines die for many reasons, so these are allowed more often;
 * but a video that brings every renderer down must end too.
 */
export const MAX_LOSSES = 10;
