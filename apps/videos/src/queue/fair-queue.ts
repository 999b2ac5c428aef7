/** A step that waits for a renderer. */
export interface WaitingStep {
  videoId: string;
  index: number;
  orgId: string;
  /** Estimated CPU milliseconds. */
  costMs: number;
}

/**
 * An organization with waiting steps of one kind: paid, or test videos. Times are virtual: CPU milliseconds that the queue
 * has given to each organization that always had work.
 */
export interface WaitingOrg {
  orgId: string;
  /** Its virtual time: the end of the CPU time that it was given, ms; 0 if it was never served with this kind. */
  finishMs: number;
  /** CPU milliseconds by which its long steps were served more than its short ones, while both waited. */
  longLeadMs: number;
  /** Its steps of this kind dispatched or being drawn. */
  active: number;
  /** Its latest attempt timed out: it may have one step active. */
  isHeldBack: boolean;
  /** Short steps, oldest first. */
  short: readonly WaitingStep[];
  /** The others, oldest first. */
  long: readonly WaitingStep[];
}

/** Everything that waits, and the state of the queue. */
export interface FairQueue {
  paid: readonly WaitingOrg[];
  tests: readonly WaitingOrg[];
  /** The virtual time at which the latest paid step began. */
  paidMs: number;
  /** The same of test videos. */
  testsMs: number;
  /** The number of the whole queue's latest serving. */
  turn: number;
  /** The latest serving of any test video; 0 for never. */
  testTurn: number;
  /** Steps of test videos dispatched or being drawn, of all organizations. */
  activeTests: number;
}

/** Limits for the number of chosen steps. */
export interface QueueLimits {
  /** Steps in all. */
  room: number;
  /** Long steps. */
  longRoom: number;
  /** Steps of test videos that may be added: idle slots, less those that test videos must leave to paid work. */
  testRoom: number;
  /** Paid steps of one organization active at once. */
  perOrg: number;
  /** Steps of one organization's test videos active at once. */
  testsPerOrg: number;
}

/** A step to dispatch, and the state of its organization from then on. */
export interface Serving extends Pick<WaitingOrg, 'finishMs' | 'longLeadMs'> {
  step: WaitingStep;
  turn: number;
  isTest: boolean;
  /** The virtual time at which it begins. */
  startMs: number;
  /** Milliseconds by which it advances its organization's virtual time. */
  advanceMs: number;
}

/**
 * Number of servings among which one goes to a test video while paid work waits; one test video at a time is drawn.
 * This slows tests but never stops them.
 */
export const TEST_EVERY = 20;

/** Greatest difference in CPU time between an organization's short and long steps while both wait, ms. */
const MAX_LEAD_MS = 60_000;

/**
 * Chooses what to dispatch by start-time fair queuing (Goyal, Vin, Cheng: SIGCOMM 1996): one step at a time from the
 * organization that was given the least CPU time, so that one with ten thousand videos, or with one of an hour, delays
 * another's first by one step. An organization that had no work neither loses its turn nor collects credit for that
 * time. Organizations with equal times come in the order given. Within an organization short and long steps share
 * its time, oldest first. Test videos take what paid work leaves, and one of {@link TEST_EVERY} servings.
 */
export function chooseSteps(queue: FairQueue, limits: QueueLimits): Serving[] {
  const paid = new TakingTurns(queue.paid, queue.paidMs, { perOrg: limits.perOrg, longRoom: limits.longRoom });
  const tests = new TakingTurns(queue.tests, queue.testsMs, { perOrg: limits.testsPerOrg, longRoom: limits.longRoom });
  const served: Serving[] = [];
  let { turn, testTurn, activeTests } = queue;
  let testRoom = limits.testRoom;
  while (served.length < limits.room) {
    turn += 1;
    const isTestsTurn = activeTests === 0 && turn - testTurn >= TEST_EVERY && tests.hasNext;
    const isTest = isTestsTurn || (!paid.hasNext && testRoom > 0 && tests.hasNext);
    const next = (isTest ? tests : paid).serve();
    if (!next) break;
    served.push({ ...next, turn, isTest });
    if (!isTest) continue;
    [testTurn, activeTests, testRoom] = [turn, activeTests + 1, testRoom - 1];
  }
  return served;
}

/**
 * Number of further steps of test videos that may be dispatched: they use idle slots, and never more than half of
 * all slots, so that the next paid work finds free ones.
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

/**
 * Number of further long steps that may be dispatched: they use idle slots, and beyond those only one for each eight
 * slots is ready for the next free slot, so that a short one that comes later finds few ahead of it.
 *
 * @param slots of all renderers, and how many of them are free
 * @param unclaimed jobs on their way to a slot
 * @param unclaimedLong the long ones among them
 */
export function longRoomOf(
  slots: { total: number; free: number },
  { unclaimed, unclaimedLong }: { unclaimed: number; unclaimedLong: number },
): number {
  const ready = Math.max(1, Math.floor(slots.total / 8));
  return Math.max(slots.free - unclaimed, ready - unclaimedLong, 0);
}

/** An organization in the course of a choice. */
type Turn = WaitingOrg & { nextShort: number; nextLong: number };

/** Serves organizations by virtual time, with one kind of work. */
class TakingTurns {
  private readonly orgs: Turn[];
  private longRoom: number;

  /** @param nowMs the virtual time at which the latest step began */
  constructor(
    orgs: readonly WaitingOrg[],
    private nowMs: number,
    private readonly limits: Pick<QueueLimits, 'perOrg' | 'longRoom'>,
  ) {
    this.orgs = orgs.map((org) => ({ ...org, nextShort: 0, nextLong: 0 }));
    this.longRoom = limits.longRoom;
  }

  get hasNext(): boolean {
    return this.orgs.some((org) => this.isReady(org));
  }

  serve(): Omit<Serving, 'turn' | 'isTest'> | undefined {
    let first: Turn | undefined;
    for (const org of this.orgs) {
      if (this.isReady(org) && (!first || this.startOf(org) < this.startOf(first))) first = org;
    }
    return first && this.serveOrg(first);
  }

  private serveOrg(org: Turn): Omit<Serving, 'turn' | 'isTest'> {
    const isLong = this.takesLong(org);
    const step = isLong ? org.long[org.nextLong]! : org.short[org.nextShort]!;
    this.nowMs = this.startOf(org);
    const advanceMs = this.nowMs + step.costMs - org.finishMs;
    org.finishMs += advanceMs;
    org.longLeadMs = leadAfter(org, isLong ? step.costMs : -step.costMs);
    org.active += 1;
    if (isLong) org.nextLong += 1;
    else org.nextShort += 1;
    if (isLong) this.longRoom -= 1;
    return { step, startMs: this.nowMs, advanceMs, finishMs: org.finishMs, longLeadMs: org.longLeadMs };
  }

  private startOf({ finishMs }: Turn): number {
    return Math.max(this.nowMs, finishMs);
  }

  private isReady(org: Turn): boolean {
    const most = org.isHeldBack ? 1 : this.limits.perOrg;
    return org.active < most && (hasShort(org) || this.mayTakeLong(org));
  }

  private mayTakeLong(org: Turn): boolean {
    return hasLong(org) && this.longRoom > 0;
  }

  private takesLong(org: Turn): boolean {
    if (!hasShort(org)) return true;
    return this.mayTakeLong(org) && org.longLeadMs < 0;
  }
}

function hasShort({ short, nextShort }: Turn): boolean {
  return nextShort < short.length;
}

function hasLong({ long, nextLong }: Turn): boolean {
  return nextLong < long.length;
}

/** The lead of long steps after a change, ms; 0 for an organization that does not have both short and long steps. */
function leadAfter(org: Turn, changeMs: number): number {
  if (!hasShort(org) || !hasLong(org)) return 0;
  return Math.max(-MAX_LEAD_MS, Math.min(MAX_LEAD_MS, org.longLeadMs + changeMs));
}
