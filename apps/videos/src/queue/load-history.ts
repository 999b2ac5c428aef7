const MINUTE_MS = 60_000;
/** Minutes that are kept. */
const KEPT = 60;

interface Minute {
  /** Minutes of the clock. */
  minute: number;
  /** Sums over the announcements of the minute. */
  busy: number;
  slots: number;
}

/** The load of a renderer in the last hour, a sum for each minute: its size does not grow with announcements. */
export class LoadHistory {
  private readonly minutes: Minute[] = [];

  /** Adds an announcement received at `nowMs`. */
  note({ total, free }: { total: number; free: number }, nowMs: number): void {
    const minute = Math.floor(nowMs / MINUTE_MS);
    let last = this.minutes.at(-1);
    if (last?.minute !== minute) {
      last = { minute, busy: 0, slots: 0 };
      this.minutes.push(last);
      if (this.minutes.length > KEPT) this.minutes.shift();
    }
    last.busy += Math.max(0, total - free);
    last.slots += total;
  }

  /** Busy slots of all slots in each minute since the first that is kept, the present one last, in percent. */
  byMinute(nowMs: number): number[] {
    const now = Math.floor(nowMs / MINUTE_MS);
    const first = Math.max(this.minutes[0]?.minute ?? now, now - KEPT + 1);
    const shares = new Map(this.minutes.map(({ minute, busy, slots }) => [minute, slots === 0 ? 0 : busy / slots]));
    return Array.from({ length: now - first + 1 }, (_, index) => Math.round(100 * (shares.get(first + index) ?? 0)));
  }

  /** Busy slots of all slots in the last minutes, the present one included, in percent. */
  percent(minutes: number, nowMs: number): number {
    const since = Math.floor(nowMs / MINUTE_MS) - minutes;
    const counted = this.minutes.filter(({ minute }) => minute > since);
    const slots = counted.reduce((sum, each) => sum + each.slots, 0);
    const busy = counted.reduce((sum, each) => sum + each.busy, 0);
    return slots === 0 ? 0 : Math.round((100 * busy) / slots);
  }
}
