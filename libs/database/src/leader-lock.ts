/**
 * Whether this process leads, by a lease in PostgreSQL: at most one replica does. It stops leading by its own clock
 * before PostgreSQL grants the lease to another process, even when it cannot reach PostgreSQL. Work that it has started
 * by then may continue, so work under the lock must be safe to repeat.
 */
export class LeaderLock {
  private heldUntilMs = 0;

  constructor(
    readonly name: string,
    private readonly answered: () => Promise<void>,
    private readonly onGained: () => void,
  ) {}

  /** True while this process leads. The first call waits for the first query of PostgreSQL. */
  async isHeld(): Promise<boolean> {
    await this.answered();
    return this.isHeldNow;
  }

  /** The last known state, without waiting. */
  get isHeldNow(): boolean {
    return performance.now() < this.heldUntilMs;
  }

  /** @param heldUntilMs on the monotonic clock; 0 where another process leads */
  learn(heldUntilMs: number): void {
    const before = this.isHeldNow;
    this.heldUntilMs = heldUntilMs;
    if (!before && heldUntilMs > performance.now()) this.onGained();
  }
}
