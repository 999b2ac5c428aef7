/** Milliseconds by stage of a render attempt. */
export type StageTimes = Record<string, number>;

/** A step of a render attempt; times in ms since 1970. */
export interface Step {
  name: string;
  startedAtMs: number;
  endedAtMs: number;
}

/** Measures the stages and steps of a render attempt. */
export class StageClock {
  readonly times: StageTimes = {};
  readonly steps: Step[] = [];

  /** Runs a stage that is also a step. Its time counts whether it succeeds or fails. */
  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await this.step(stage, work);
    } finally {
      this.add({ [stage]: performance.now() - startedAt });
    }
  }

  /** Runs a step in which several stages alternate; the caller {@link add}s their times. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAtMs = Date.now();
    try {
      return await work();
    } finally {
      this.steps.push({ name, startedAtMs, endedAtMs: Date.now() });
    }
  }

  /** Adds to the times of stages, rounded to whole milliseconds. */
  add(times: StageTimes): void {
    for (const [stage, ms] of Object.entries(times)) this.times[stage] = (this.times[stage] ?? 0) + Math.round(ms);
  }
}
