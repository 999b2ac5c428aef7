/**
 * Whether this process leads, by a lease in PostgreSQL: of all replicas that ask, one does at most. It stops leading by its
 * own clock before PostgreSQL gives the lease to another, so also when it cannot reach PostgreSQL. What it has begun by then
 * may still go on, so work done under the lock must be safe to repeat.
 */
export class LeaderLock {
  private heldUntilMs = 0;

  constructor(
    readonly name: string,
    private readonly answered: () => Promise<void>,
    private readonly onGained: () => void,
  ) {}

  /** True while this process leads. The first answer waits until PostgreSQL has been asked once. */
  async isHeld(): Promise<boolean> {
    await this.answered();
    return this.isHeldNow;
  }

  /** What is known without waiting. */
  get isHeldNow(): boolean {
    return performance.now() < this.heldUntilMs;
  }

  /** @param heldUntilMs by the monotonic clock; 0 where another leads */
  learn(heldUntilMs: number): void {
    const before = this.isHeldNow;
    this.heldUntilMs = heldUntilMs;
    if (!before && heldUntilMs > performance.now()) this.onGained();
  }
}
