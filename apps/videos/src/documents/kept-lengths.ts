import { type FileToMeasure, lengthKey } from '#libs/template';

/** Time for which the length of a file is kept, ms: the file may change. */
const LIFE_MS = 5 * 60_000;
/** Most lengths that are kept. */
const MOST = 10_000;

interface Kept {
  seconds: number;
  untilMs: number;
}

/** Lengths that were measured lately, for each organization. */
export class KeptLengths {
  private readonly kept = new Map<string, Kept>();

  constructor(private readonly nowMs: () => number) {}

  of(orgId: string, file: FileToMeasure): number | undefined {
    const kept = this.kept.get(keyOf(orgId, file));
    return kept && kept.untilMs > this.nowMs() ? kept.seconds : undefined;
  }

  /** Keeps a length. In place of the one that was kept first, if there are too many. */
  keep(orgId: string, file: FileToMeasure, seconds: number): void {
    const key = keyOf(orgId, file);
    this.kept.delete(key);
    const [oldest] = this.kept.keys();
    if (this.kept.size >= MOST && oldest !== undefined) this.kept.delete(oldest);
    this.kept.set(key, { seconds, untilMs: this.nowMs() + LIFE_MS });
  }
}

function keyOf(orgId: string, file: FileToMeasure): string {
  return `${orgId} ${lengthKey(file)}`;
}
