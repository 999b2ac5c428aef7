import { AppError, type Budget } from '#libs/contracts';

/** Seconds after which an organization with too much work of a kind may try again. */
const RETRY_AFTER_S = 2;

/** Longest time by which an organization stays behind the others after it has used more than they, ms. */
const MAX_LAG_MS = 60_000;

/** Limits of a share: a row of the table of budgets without what only the table needs. */
export type Limits = Omit<Budget, 'keptBy' | 'takenBy'>;

/** One piece of work. */
export interface Piece {
  /** The organization it is for; another name, such as an address, where none is known. */
  orgId: string;
  /** Bytes that it holds while in progress. Default 0. */
  bytes?: number;
  /** Ends the wait for a place: the caller is gone. */
  signal?: AbortSignal | undefined;
}

/** A place that a piece of work holds until it is given back. */
export interface Place extends Disposable {
  /** Whether another organization waits for a place and may have one more. */
  readonly isAwaited: boolean;
  /** Gives the place back; a second call does nothing. */
  end(): void;
}

interface Waiting {
  bytes: number;
  /** Gets the time at which it begins. */
  begin: (startedMs: number) => void;
}

/** The work of one organization. Times are virtual: ms that the share has given to each organization that always had work. */
interface Line {
  waiting: Waiting[];
  /** Pieces in progress, their bytes, and the sum of the times at which they began. */
  active: number;
  bytes: number;
  begunMs: number;
  /** The virtual time at which its given time ends, ms, without the pieces in progress. */
  finishMs: number;
}

/**
 * Shares one kind of work out to organizations. Each has places and bytes; the next place goes to the organization that
 * was given the least time (start-time fair queuing, Goyal, Vin, Cheng: SIGCOMM 1996); pieces of an organization beyond
 * its budget are refused. One with a hundred pieces delays another's first by the pieces in progress only.
 */
export class Share {
  private readonly lines = new Map<string, Line>();
  private active = 0;
  private bytes = 0;
  /** The virtual time at which the latest piece began. */
  private clockMs = 0;

  /**
   * @param nowMs a clock that only advances, ms
   * @param onRefusal called for every piece that is refused
   */
  constructor(
    private limits: Limits,
    private readonly nowMs: () => number,
    private readonly onRefusal: () => void = () => undefined,
  ) {}

  /** Sets configured limits; pieces in progress keep their places. */
  adjust(changes: Partial<Limits>): void {
    this.limits = { ...this.limits, ...changes };
    this.serve();
  }

  /** Bytes a second of the budget; undefined where nothing paces its places. */
  get bytesPerS(): number | undefined {
    return this.limits.bytesPerS;
  }

  /** Pieces in progress and waiting, and the bytes of those in progress. */
  get load(): { active: number; waiting: number; bytes: number } {
    const waiting = [...this.lines.values()].reduce((sum, line) => sum + line.waiting.length, 0);
    return { active: this.active, waiting, bytes: this.bytes };
  }

  /**
   * Takes a place as soon as it is the organization's turn.
   *
   * @throws AppError RATE_LIMIT_EXCEEDED when too many of the organization's pieces wait, or when the piece has more bytes than
   * an organization may hold; the signal's reason when it ends before
   */
  async enter({ orgId, bytes = 0, signal }: Piece): Promise<Place> {
    signal?.throwIfAborted();
    const line = this.lineOf(orgId);
    if (this.isFull(line, bytes)) throw this.refusal(line);
    const { promise: turn, resolve: begin, reject } = Promise.withResolvers<number>();
    const waiting = { bytes, begin };
    const leave = () => {
      const index = line.waiting.indexOf(waiting);
      if (index < 0) return; // it has begun
      line.waiting.splice(index, 1);
      reject(signal!.reason);
      this.serve(); // those behind it may fit
      this.forget();
    };
    signal?.addEventListener('abort', leave, { once: true });
    line.waiting.push(waiting);
    this.serve();
    const startedMs = await turn.finally(() => signal?.removeEventListener('abort', leave));
    return this.placeOf(orgId, line, { bytes, startedMs });
  }

  /** Does the work when it is the organization's turn. @throws the error of the work, or as {@link enter} */
  async run<T>(piece: Piece, work: (place: Place) => Promise<T>): Promise<T> {
    using place = await this.enter(piece);
    return await work(place);
  }

  private placeOf(orgId: string, line: Line, { bytes, startedMs }: { bytes: number; startedMs: number }): Place {
    let isHeld = true;
    const end = () => {
      if (!isHeld) return;
      isHeld = false;
      line.active -= 1;
      line.bytes -= bytes;
      line.begunMs -= startedMs;
      this.active -= 1;
      this.bytes -= bytes;
      line.finishMs = Math.min(line.finishMs + this.nowMs() - startedMs, this.clockMs + MAX_LAG_MS);
      this.serve();
      this.forget();
    };
    const isAwaited = () =>
      [...this.lines].some(([other, waits]) => {
        const [first] = waits.waiting;
        return other !== orgId && first !== undefined && this.mayBegin(waits, first.bytes);
      });
    return {
      end,
      [Symbol.dispose]: end,
      get isAwaited() {
        return isAwaited();
      },
    };
  }

  private lineOf(orgId: string): Line {
    const line = this.lines.get(orgId) ?? { waiting: [], active: 0, bytes: 0, begunMs: 0, finishMs: 0 };
    this.lines.set(orgId, line);
    return line;
  }

  private isFull(line: Line, bytes: number): boolean {
    const { waitingPerOrg, bytes: limit } = this.limits;
    if (limit && bytes > limit.perOrg) return true;
    const begins = line.waiting.length === 0 && this.hasRoom(bytes) && this.mayBegin(line, bytes);
    return !begins && line.waiting.length >= waitingPerOrg;
  }

  private refusal(line: Line): AppError {
    const { what } = this.limits;
    const details = `The organization has ${line.active} ${what} in progress and ${line.waiting.length} waiting`;
    this.forget();
    this.onRefusal();
    return new AppError('RATE_LIMIT_EXCEEDED', {
      message: `Too many ${what} at once`,
      details,
      retryAfterS: RETRY_AFTER_S,
    });
  }

  /** Whether the process has room for a piece of any organization. */
  private hasRoom(bytes: number): boolean {
    const { places = Infinity, bytes: limit } = this.limits;
    return this.active < places && (!limit || this.bytes + bytes <= limit.inAll);
  }

  /** Whether the organization may have another piece in progress. */
  private mayBegin(line: Line, bytes: number): boolean {
    const { placesPerOrg, bytes: limit } = this.limits;
    return line.active < placesPerOrg && (!limit || line.bytes + bytes <= limit.perOrg);
  }

  /**
   * Begins the pieces that may begin. A piece whose turn it is waits for its bytes: smaller ones of others do not pass
   * it.
   */
  private serve(): void {
    for (let line = this.next(); line && this.hasRoom(line.waiting[0]!.bytes); line = this.next()) {
      const { bytes, begin } = line.waiting.shift()!;
      const startedMs = this.nowMs();
      this.clockMs = this.startOf(line);
      if (line.active === 0) line.finishMs = this.clockMs;
      line.active += 1;
      line.bytes += bytes;
      this.active += 1;
      this.bytes += bytes;
      line.begunMs += startedMs;
      begin(startedMs);
    }
  }

  private next(): Line | undefined {
    let next: Line | undefined;
    for (const line of this.lines.values()) {
      const first = line.waiting[0];
      if (!first || !this.mayBegin(line, first.bytes)) continue;
      if (!next || this.startOf(line) < this.startOf(next)) next = line;
    }
    return next;
  }

  private startOf({ finishMs, active, begunMs }: Line): number {
    return Math.max(this.clockMs, finishMs + active * this.nowMs() - begunMs);
  }

  /** Drops the lines of idle organizations without a lag, which equal new ones. */
  private forget(): void {
    for (const [orgId, { active, waiting, finishMs }] of this.lines) {
      if (active === 0 && waiting.length === 0 && finishMs <= this.clockMs) this.lines.delete(orgId);
    }
  }
}
