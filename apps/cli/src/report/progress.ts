/** The stream to which progress is written: stderr. */
export interface ProgressStream {
  readonly isTTY?: boolean;
  readonly columns?: number;
  write(text: string): unknown;
}

const BAR = 30;
/** Least time between two drawings of the bar, ms. */
const REDRAW_MS = 100;

/** Shows how far work is: a bar with the remaining time on a terminal, a line at each quarter elsewhere. */
export class Progress {
  private readonly startedMs: number;
  private drawnMs = -Infinity;
  private quarter = 0;
  private isDrawn = false;

  constructor(
    private readonly stream: ProgressStream,
    private readonly label: string,
    private readonly nowMs: () => number = () => performance.now(),
  ) {
    this.startedMs = nowMs();
  }

  update(done: number, total: number): void {
    const now = this.nowMs();
    const share = total > 0 ? Math.min(1, done / total) : 1;
    if (!this.stream.isTTY) {
      this.line(share);
      return;
    }
    if (now - this.drawnMs < REDRAW_MS && share < 1) return;
    this.drawnMs = now;
    this.isDrawn = true;
    const text = progressLine(this.label, share, remainingS(share, now - this.startedMs));
    this.stream.write(`\r\u001b[K${text.slice(0, (this.stream.columns ?? 80) - 1)}`);
  }

  /** Removes the bar. */
  end(): void {
    if (this.isDrawn) this.stream.write('\r\u001b[K');
    this.isDrawn = false;
  }

  private line(share: number): void {
    const quarter = Math.floor(share * 4);
    if (quarter <= this.quarter) return;
    this.quarter = quarter;
    this.stream.write(`${this.label} ${Math.round(share * 100)} %\n`);
  }
}

/** `a.mp4  ━━━━━━━━━━────────  43 %  12 s left` */
export function progressLine(label: string, share: number, leftS: number | undefined): string {
  const filled = Math.round(share * BAR);
  const bar = `${'━'.repeat(filled)}${'─'.repeat(BAR - filled)}`;
  const left = leftS === undefined ? '' : `  ${inTime(leftS)} left`;
  return `${label}  ${bar} ${String(Math.round(share * 100)).padStart(3)} %${left}`;
}

/** Seconds that the rest will take at the pace so far; undefined while too little is known. */
export function remainingS(share: number, elapsedMs: number): number | undefined {
  if (share < 0.02 || elapsedMs < 500 || share >= 1) return undefined;
  return Math.ceil((elapsedMs * (1 - share)) / share / 1_000);
}

/** `45 s`, `3 min 20 s`, `2 h 5 min`. */
export function inTime(seconds: number): string {
  if (seconds < 60) return `${seconds} s`;
  const minutes = Math.floor(seconds / 60);
  return minutes < 60 ? `${minutes} min ${seconds % 60} s` : `${Math.floor(minutes / 60)} h ${minutes % 60} min`;
}
