import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** The longest that an event loop was held since the last look, ms of its thread's CPU time, by service. */
export type Holds = Record<string, number>;

/** A process whose event loop is watched. */
export interface Watched {
  pid: number;
  /** On the same event loop. */
  healthUrl: string;
}

const ANSWER_TIMEOUT_MS = 60_000;

/** Reads what the processes' own meters (loop-meter.ts) have written. */
export class LoopWatch {
  private readonly read = new Map<number, number>();
  private readonly folder: string;
  private readonly watched: Readonly<Record<string, Watched>>;

  /** @param folder LOOP_METER_FOLDER of the processes */
  constructor(folder: string, watched: Readonly<Record<string, Watched>>) {
    this.folder = folder;
    this.watched = watched;
  }

  /** The longest holds since this was last called. */
  async take(): Promise<Holds> {
    const seen = await Promise.all(
      Object.entries(this.watched).map(async ([name, { pid, healthUrl }]) => {
        // Two turns later the meter has written down what came before them.
        for (let turn = 0; turn < 2; turn++) if (!(await answers(healthUrl))) return [name, Infinity] as const;
        return [name, this.longestOf(pid)] as const;
      }),
    );
    return Object.fromEntries(seen);
  }

  private longestOf(pid: number): number {
    const file = join(this.folder, String(pid));
    if (!existsSync(file)) return 0;
    const lines = readFileSync(file, 'utf8').split('\n').filter(Boolean);
    const fresh = lines.slice(this.read.get(pid) ?? 0).map(Number);
    this.read.set(pid, lines.length);
    return Math.max(0, ...fresh);
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    await (await fetch(url, { signal: AbortSignal.timeout(ANSWER_TIMEOUT_MS) })).arrayBuffer();
    return true;
  } catch {
    return false;
  }
}
