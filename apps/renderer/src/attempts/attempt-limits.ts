import { attemptLimitMs, type RenderPlan } from '#libs/contracts';

/** The time limits of one attempt (docs/api/videos.md). Waiting for storage before and after does not count. */
export class AttemptLimits {
  private readonly whole: NodeJS.Timeout;
  private drawing: NodeJS.Timeout | undefined;

  /** Starts the limit of the whole attempt. @param onExceeded ends the attempt */
  constructor(
    private readonly plan: RenderPlan,
    private readonly onExceeded: () => void,
  ) {
    this.whole = setTimeout(onExceeded, attemptLimitMs(plan.frame_count / plan.fps));
  }

  /** Call it once the files are there and frames are drawn; further calls change nothing. */
  draws(): void {
    const { drawing_limit_ms: limitMs } = this.plan;
    if (limitMs !== undefined) this.drawing ??= setTimeout(this.onExceeded, limitMs);
  }

  stop(): void {
    clearTimeout(this.whole);
    clearTimeout(this.drawing);
  }
}
