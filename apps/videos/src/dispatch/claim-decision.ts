import { isVisible, isTerminal, type RowStatus } from '../videos/video-status.js';
import { afterLoss } from './result-decision.js';
import type { SegmentState } from '../videos/segment.entity.js';

/** What a claim finds. */
export interface ClaimSituation {
  status: RowStatus;
  state: SegmentState;
  /** Attempts whose renderer was lost before. */
  losses: number;
  /** Whether the holder of a LEASED segment has given a sign of life lately. */
  leaseAlive: boolean;
  /** Whether the holder itself asks, by the claim that was granted: its reply was lost. */
  isRepeated: boolean;
}

/**
 * Answers a claim. `repeat`: with the grant that was given before. `take over`: a grant, and the holder so far was lost.
 * `exhausted`: it was the last renderer that the video may lose, so whatever counts deliveries elsewhere, the video ends here.
 */
export type ClaimDecision = 'grant' | 'take over' | 'repeat' | 'exhausted' | 'terminal' | 'leased' | 'unknown';

/** Decides a claim; a job may arrive late, twice or never, so a claim is granted on the row's word alone. */
export function decideClaim({ status, state, losses, leaseAlive, isRepeated }: ClaimSituation): ClaimDecision {
  if (!isVisible(status)) return 'unknown';
  if (isTerminal(status) || state === 'DONE' || state === 'DROPPED') return 'terminal';
  if (state === 'LEASED' && isRepeated) return 'repeat';
  if (state !== 'LEASED') return 'grant';
  if (leaseAlive) return 'leased';
  return afterLoss(losses).kind === 'fail' ? 'exhausted' : 'take over';
}
