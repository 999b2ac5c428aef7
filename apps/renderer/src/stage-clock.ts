/** Milliseconds by stage of a video's way. */
export type StageTimes = Record<string, number>;

/** Takes the time of the stages of one piece of work. */
export class StageClock {
  readonly times: StageTimes = {};

  /** Runs a stage; its time counts whether it succeeds or not. */
  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await work();
    } finally {
      this.add({ [stage]: performance.now() - startedAt });
    }
  }

  /** Adds to stages, in whole milliseconds. */
  add(times: StageTimes): void {
    for (const [stage, ms] of Object.entries(times)) this.times[stage] = (this.times[stage] ?? 0) + Math.round(ms);
  }
}
