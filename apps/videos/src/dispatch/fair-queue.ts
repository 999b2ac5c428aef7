/** A segment that waits for a renderer. */
interface WaitingSegment {
  videoId: string;
  segment: number;
  orgId: string;
  /** Estimated CPU milliseconds. */
  costMs: number;
}

/** An organization with waiting segments of one kind: paid, or test videos. */
export interface WaitingOrg {
  orgId: string;
  /** The turn of the whole queue in which it was last served with this kind; 0 for never. */
  lastTurn: number;
  /** Its segments of this kind dispatched or being drawn. */
  active: number;
  /** Oldest first. */
  waiting: readonly WaitingSegment[];
}

/** Everything that waits, and the state of the queue. */
export interface FairQueue {
  paid: readonly WaitingOrg[];
  tests: readonly WaitingOrg[];
  /** The latest turn of the whole queue. */
  turn: number;
  /** The latest turn in which any test video was served; 0 for never. */
  testTurn: number;
  /** Segments of test videos dispatched or being drawn, of all organizations. */
  activeTests: number;
}

/** How many segments may be chosen. */
export interface QueueLimits {
  /** Segments in all. */
  room: number;
  /** Segments of test videos that may be added: idle slots, less those that test videos must leave to paid work. */
  testRoom: number;
  /** Paid segments of one organization active at once. */
  perOrg: number;
  /** Segments of one organization's test videos active at once. */
  testsPerOrg: number;
}

/** A segment to dispatch and the turn its organization is served with. */
export interface Serving {
  segment: WaitingSegment;
  turn: number;
  isTest: boolean;
}

/** While paid work waits, one of so many servings goes to a test video, one test video at a time: tests are slow, not stuck. */
export const TEST_EVERY = 20;

/**
 * Chooses what to dispatch: one segment at a time from the organization served least recently, its oldest first, so that
 * one with ten thousand videos delays another's first by one segment. Organizations never served come first, in the
 * order given. Test videos take what paid work leaves, and one of {@link TEST_EVERY} servings.
 */
export function chooseSegments(queue: FairQueue, limits: QueueLimits): Serving[] {
  const paid = new TakingTurns(queue.paid, limits.perOrg);
  const tests = new TakingTurns(queue.tests, limits.testsPerOrg);
  const served: Serving[] = [];
  let { turn, testTurn, activeTests } = queue;
  let testRoom = limits.testRoom;
  while (served.length < limits.room) {
    turn += 1;
    const isTestsTurn = activeTests === 0 && turn - testTurn >= TEST_EVERY && tests.hasNext;
    const isTest = isTestsTurn || (!paid.hasNext && testRoom > 0 && tests.hasNext);
    const segment = (isTest ? tests : paid).serve(turn);
    if (!segment) break;
    served.push({ segment, turn, isTest });
    if (!isTest) continue;
    [testTurn, activeTests, testRoom] = [turn, activeTests + 1, testRoom - 1];
  }
  return served;
}

/**
 * How many more segments of test videos may be dispatched: they use idle slots, and never more than half of all slots, so
 * that the next paid work finds free ones.
 *
 * @param slots of all renderers, and how many of them are free
 * @param unclaimed jobs of either kind on their way to a slot
 */
export function testRoomOf(
  slots: { total: number; free: number },
  { unclaimed, activeTests }: { unclaimed: number; activeTests: number },
): number {
  const share = Math.max(1, Math.floor(slots.total / 2));
  return Math.max(0, Math.min(slots.free - unclaimed, share - activeTests));
}

/** Serves organizations in turn, with one kind of work. */
class TakingTurns {
  private readonly orgs: (WaitingOrg & { next: number })[];

  constructor(
    orgs: readonly WaitingOrg[],
    private readonly perOrg: number,
  ) {
    this.orgs = orgs.map((org) => ({ ...org, next: 0 }));
  }

  get hasNext(): boolean {
    return this.orgs.some((org) => this.isReady(org));
  }

  serve(turn: number): WaitingSegment | undefined {
    let first: (typeof this.orgs)[number] | undefined;
    for (const org of this.orgs) {
      if (this.isReady(org) && (!first || org.lastTurn < first.lastTurn)) first = org;
    }
    const segment = first?.waiting[first.next];
    if (first) Object.assign(first, { next: first.next + 1, active: first.active + 1, lastTurn: turn });
    return segment;
  }

  private isReady({ active, next, waiting }: WaitingOrg & { next: number }): boolean {
    return active < this.perOrg && next < waiting.length;
  }
}
