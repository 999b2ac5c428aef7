/** Milliseconds by stage of a video's way. */
export type StageTimes = Record<string, number>;

/** When a step of a video's way was taken, ms since 1970. */
export interface Step {
  name: string;
  startedAtMs: number;
  endedAtMs: number;
}

/** Takes the time of the stages of one piece of work. */
export class StageClock {
  readonly times: StageTimes = {};
  readonly steps: Step[] = [];

  /** Runs a stage that is a step of its own; its time counts whether it succeeds or not. */
  async time<T>(stage: string, work: () => Promise<T>): Promise<T> {
    const startedAt = performance.now();
    try {
      return await this.step(stage, work);
    } finally {
      this.add({ [stage]: performance.now() - startedAt });
    }
  }

  /** Runs a step in which several stages take turns; their times are {@link add}ed by who knows them. */
  async step<T>(name: string, work: () => Promise<T>): Promise<T> {
    const startedAtMs = Date.now();
    try {
      return await work();
    } finally {
      this.steps.push({ name, startedAtMs, endedAtMs: Date.now() });
    }
  }

  /** Adds to stages, in whole milliseconds. */
  add(times: StageTimes): void {
    for (const [stage, ms] of Object.entries(times)) this.times[stage] = (this.times[stage] ?? 0) + Math.round(ms);
  }
}
