import { isVisible, isTerminal, type RowStatus } from '../videos/video-status.js';
import { afterLoss } from '../results/end-decision.js';
import type { StepState } from '../videos/step.entity.js';

/** The rows that a claim meets. */
export interface ClaimSituation {
  status: RowStatus;
  state: StepState;
  /** Renderers that the video has lost before. */
  losses: number;
  /** Whether the holder of a LEASED step has sent a sign of life lately. */
  leaseAlive: boolean;
  /** Whether all that the step needs of others is DONE. */
  isReady: boolean;
  /** Whether its organization may have no further slot, because its latest attempt timed out. */
  isHeldBack: boolean;
  /** Whether the holder repeats the claim that was granted, because its reply was lost. */
  isRepeated: boolean;
}

/**
 * The reply to a claim. `repeat`: the same grant again. `take over`: a grant, which counts the previous holder as lost.
 * `hold back`: back into the queue, without a grant. `exhausted`: the previous holder was the last renderer that the video may lose, so the video fails.
 */
export type ClaimDecision =
  'grant' | 'hold back' | 'take over' | 'repeat' | 'exhausted' | 'terminal' | 'leased' | 'unknown';

/** Decides a claim from the row alone, because its job may arrive late, twice or never. */
export function decideClaim(found: ClaimSituation): ClaimDecision {
  const { status, state, losses, leaseAlive, isReady, isHeldBack, isRepeated } = found;
  if (!isVisible(status)) return 'unknown';
  if (isTerminal(status) || state === 'DONE' || state === 'DROPPED') return 'terminal';
  if (state === 'BLOCKED' || !isReady) return 'leased'; // a late job of an earlier attempt
  if (state === 'LEASED' && isRepeated) return 'repeat';
  if (state !== 'LEASED') return isHeldBack ? 'hold back' : 'grant';
  if (leaseAlive) return 'leased';
  return afterLoss(losses).kind === 'fail' ? 'exhausted' : 'take over';
}
