/** The work of one organization: waiting pieces, oldest first, and the number of running ones. */
interface Line {
  waiting: (() => void)[];
  active: number;
  /** Number of the turn in which it was last served; 0 for never. */
  turn: number;
}

/**
 * Serves organizations in turn: at most `perOrg` pieces of work of one and `atOnce` of all run at the same time, and the
 * organization served least recently is next. A hundred pieces of one delay another's first by the running ones only.
 */
export class Turns {
  private readonly lines = new Map<string, Line>();
  private active = 0;
  private turn = 0;

  constructor(private readonly limits: { atOnce: number; perOrg: number }) {}

  /** Runs the work when it is its turn. @throws the error of the work */
  async run<T>(orgId: string, work: () => Promise<T>): Promise<T> {
    const line = this.lineOf(orgId);
    await new Promise<void>((begin) => {
      line.waiting.push(begin);
      this.serve();
    });
    try {
      return await work();
    } finally {
      this.active -= 1;
      line.active -= 1;
      if (line.active === 0 && line.waiting.length === 0) this.lines.delete(orgId);
      this.serve();
    }
  }

  private lineOf(orgId: string): Line {
    const line = this.lines.get(orgId) ?? { waiting: [], active: 0, turn: 0 };
    this.lines.set(orgId, line);
    return line;
  }

  private serve(): void {
    while (this.active < this.limits.atOnce) {
      const line = this.next();
      if (!line) return;
      this.active += 1;
      line.active += 1;
      line.turn = this.turn += 1;
      line.waiting.shift()!();
    }
  }

  private next(): Line | undefined {
    let next: Line | undefined;
    for (const line of this.lines.values()) {
      const isReady = line.waiting.length > 0 && line.active < this.limits.perOrg;
      if (isReady && (!next || line.turn < next.turn)) next = line;
    }
    return next;
  }
}
