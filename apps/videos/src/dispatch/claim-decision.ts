import { isVisible, isTerminal, type RowStatus } from '../videos/video-status.js';
import { MAX_ATTEMPTS, type SegmentState } from './segment-state.js';

/** What a claim finds. */
export interface ClaimSituation {
  status: RowStatus;
  state: SegmentState;
  attempts: number;
  /** Whether the holder of a LEASED segment has given a sign of life lately. */
  leaseAlive: boolean;
  /** Whether the holder itself asks, by the claim that was granted: its reply was lost. */
  isRepeated: boolean;
}

/**
 * Answers a claim. `repeat`: with the grant that was given before. `exhausted`: every attempt was begun and none ended, so whatever counts deliveries elsewhere, the
 * video ends here.
 */
export type ClaimDecision = 'grant' | 'repeat' | 'exhausted' | 'terminal' | 'leased' | 'unknown';

/** Decides a claim; a job may arrive late, twice or never, so a claim is granted on the row's word alone. */
export function decideClaim({ status, state, attempts, leaseAlive, isRepeated }: ClaimSituation): ClaimDecision {
  if (!isVisible(status)) return 'unknown';
  if (isTerminal(status) || state === 'DONE' || state === 'DROPPED') return 'terminal';
  if (state === 'LEASED' && isRepeated) return 'repeat';
  if (state === 'LEASED' && leaseAlive) return 'leased';
  return attempts >= MAX_ATTEMPTS ? 'exhausted' : 'grant';
}
