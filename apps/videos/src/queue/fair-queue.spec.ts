import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseSteps,
  type FairQueue,
  longRoomOf,
  type QueueLimits,
  type Serving,
  TEST_EVERY,
  testRoomOf,
  type WaitingOrg,
  type WaitingStep,
} from './fair-queue.js';

/** Steps that cost the same. */
function steps(name: string, orgId: string, count: number, costMs = 1_000): WaitingStep[] {
  return Array.from({ length: count }, (_, n) => ({ videoId: `${name}${n}`, index: 0, orgId, costMs }));
}

function org(orgId: string, waiting: number, rest: Partial<WaitingOrg> = {}): WaitingOrg {
  return {
    orgId,
    finishMs: 0,
    longLeadMs: 0,
    active: 0,
    isHeldBack: false,
    short: steps(orgId, orgId, waiting),
    long: [],
    ...rest,
  };
}

const queueOf = (paid: WaitingOrg[], rest: Partial<FairQueue> = {}): FairQueue => ({
  ...{ paid, tests: [], paidMs: 0, testsMs: 0, turn: 0, testTurn: 0, activeTests: 0 },
  ...rest,
});
const limits = (change: Partial<QueueLimits>): QueueLimits => ({
  ...{ room: 9, longRoom: 9, testRoom: 9, perOrg: 99, testsPerOrg: 99 },
  ...change,
});
const chosen = (queue: FairQueue, change: Partial<QueueLimits> = {}): string[] =>
  chooseSteps(queue, limits(change)).map(({ step }) => step.videoId);

describe('the fair queue', () => {
  it('serves the organization that was given the least first', () => {
    const orgs = [org('a', 1, { finishMs: 7 }), org('b', 1, { finishMs: 3 }), org('c', 1, { finishMs: 5 })];
    expect(chosen(queueOf(orgs))).toEqual(['b0', 'c0', 'a0']);
  });

  it('lets an organization with one video pass one with ten thousand', () => {
    const orgs = [org('big', 10_000, { finishMs: 1 }), org('small', 1)];
    expect(chosen(queueOf(orgs), { room: 3 })).toEqual(['small0', 'big0', 'big1']);
  });

  it('takes turns and keeps each organization’s own order', () => {
    expect(chosen(queueOf([org('a', 3), org('b', 2)]))).toEqual(['a0', 'b0', 'a1', 'b1', 'a2']);
  });

  it('gives an organization whose latest attempt timed out one slot at once', () => {
    const held = org('a', 4, { isHeldBack: true });
    expect(chosen(queueOf([held, org('b', 2, { finishMs: 50_000 })]))).toEqual(['a0', 'b0', 'b1']);
    expect(chosen(queueOf([{ ...held, active: 1 }]))).toEqual([]);
  });

  it('states by how much each serving moves its organization on', () => {
    const served = chooseSteps(queueOf([org('a', 2, { finishMs: 100 })], { paidMs: 700 }), limits({}));
    expect(served.map(({ advanceMs }) => advanceMs)).toEqual([1_600, 1_000]);
  });

  it('never exceeds the room, an organization’s share, or what is waiting, and leaves no room unused without cause', () => {
    const anyOrg = fc.record({ waiting: fc.nat(5), active: fc.nat(4), finishMs: fc.nat(9_000) });
    fc.assert(
      fc.property(fc.array(anyOrg, { maxLength: 6 }), fc.nat(12), fc.nat(4), (parts, room, perOrg) => {
        const orgs = parts.map(({ waiting, ...rest }, n) => org(`o${n}-`, waiting, rest));
        const possible = orgs.reduce(
          (sum, { short, active }) => sum + Math.min(short.length, Math.max(0, perOrg - active)),
          0,
        );
        const names = chosen(queueOf(orgs), { room, perOrg });
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBe(Math.min(room, possible));
      }),
    );
  });

  it('counts the whole queue’s time onwards, so that who was away is not behind who stayed, and has saved nothing', () => {
    const orgs = [org('away', 2, { finishMs: 4 }), org('stayed', 2, { finishMs: 50_500 })];
    const served = chooseSteps(queueOf(orgs, { paidMs: 50_000, turn: 70, testTurn: 70 }), limits({ room: 4 }));
    expect(served.map(({ step, turn, startMs, finishMs }) => [step.videoId, turn, startMs, finishMs])).toEqual([
      ['away0', 71, 50_000, 51_000],
      ['stayed0', 72, 50_500, 51_500],
      ['away1', 73, 51_000, 52_000],
      ['stayed1', 74, 51_500, 52_500],
    ]);
  });

  it('counts what steps cost: one of 9 s is worth nine of a second', () => {
    const orgs = [org('a', 0, { short: steps('a', 'a', 3, 9_000) }), org('b', 20)];
    const names = chosen(queueOf(orgs), { room: 20 });
    expect(names.slice(0, 2)).toEqual(['a0', 'b0']);
    expect(names.indexOf('a1')).toBe(10);
  });

  it('gives organizations that always have work the same CPU time, to within the largest step', () => {
    const cost = fc.integer({ min: 100, max: 30_000 });
    const someOrgs = fc.array(fc.array(cost, { minLength: 40, maxLength: 40 }), { minLength: 2, maxLength: 5 });
    fc.assert(
      fc.property(someOrgs, fc.integer({ min: 1, max: 40 }), (costs, room) => {
        const orgs = costs.map((each, n) => {
          const short = each.map((costMs, i) => ({ videoId: `${n}-${i}`, index: 0, orgId: `o${n}`, costMs }));
          return org(`o${n}`, 0, { short });
        });
        const served = chooseSteps(queueOf(orgs), limits({ room }));
        const given = orgs.map(({ orgId }) =>
          served.filter(({ step }) => step.orgId === orgId).reduce((sum, { step }) => sum + step.costMs, 0),
        );
        expect(Math.max(...given) - Math.min(...given)).toBeLessThanOrEqual(Math.max(...costs.flat()));
      }),
    );
  });

  it('chooses the same in one round as in many, because what it remembers is all there is', () => {
    const counts = fc.array(fc.tuple(fc.nat(6), fc.nat(4)), { minLength: 1, maxLength: 4 });
    fc.assert(
      fc.property(counts, fc.integer({ min: 1, max: 20 }), (parts, room) => {
        const orgs = parts.map(([short, long], n) =>
          org(`o${n}-`, short, { long: steps(`long${n}-`, `o${n}-`, long, 25_000) }),
        );
        const once = chosen(queueOf(orgs), { room, longRoom: 99 });
        const inSteps: string[] = [];
        let queue = queueOf(orgs);
        for (let step = 0; step < room; step += 1) {
          const [serving] = chooseSteps(queue, limits({ room: 1, longRoom: 99 }));
          if (!serving) break;
          inSteps.push(serving.step.videoId);
          queue = after(queue, serving);
        }
        expect(inSteps).toEqual(once);
      }),
    );
  });
});

/** The queue as it is stored and read again after a serving of paid work. */
function after(queue: FairQueue, { step, turn, startMs, finishMs, longLeadMs }: Serving): FairQueue {
  const left = (list: readonly WaitingStep[]) => list.filter(({ videoId }) => videoId !== step.videoId);
  const paid = queue.paid.map((each) =>
    each.orgId === step.orgId
      ? { ...each, short: left(each.short), long: left(each.long), active: each.active + 1, finishMs, longLeadMs }
      : each,
  );
  return { ...queue, paid, turn, paidMs: startMs };
}

describe('long steps', () => {
  const mixed = () => org('s', 99, { long: steps('l', 's', 9, 20_000) });

  it('share their organization’s time with its short ones, which go first', () => {
    const names = chosen(queueOf([mixed()]), { room: 50 });
    expect(names.slice(0, 3)).toEqual(['s0', 'l0', 's1']);
    expect(names.indexOf('l1')).toBe(22);
    expect(names.indexOf('l2')).toBe(43);
  });

  it('delay another organization’s short ones by one of them', () => {
    const orgs = [org('long', 0, { long: steps('l', 'long', 99, 20_000) }), org('s', 9)];
    expect(chosen(queueOf(orgs))).toEqual(['l0', 's0', 's1', 's2', 's3', 's4', 's5', 's6', 's7']);
  });

  it('keep to their room, and leave the rest to short ones', () => {
    expect(chosen(queueOf([mixed()]), { room: 4, longRoom: 0 })).toEqual(['s0', 's1', 's2', 's3']);
    const alone = org('a', 0, { long: steps('l', 'a', 9, 20_000) });
    expect(chosen(queueOf([alone]), { longRoom: 2 })).toEqual(['l0', 'l1']);
  });

  it.each([
    ['use idle slots', { total: 8, free: 5 }, { unclaimed: 1, unclaimedLong: 0 }, 4],
    ['have one ready where all are busy', { total: 8, free: 0 }, { unclaimed: 4, unclaimedLong: 0 }, 1],
    ['have no second one ready', { total: 8, free: 0 }, { unclaimed: 4, unclaimedLong: 1 }, 0],
    ['have one ready for each eight slots', { total: 64, free: 0 }, { unclaimed: 60, unclaimedLong: 3 }, 5],
    ['have one ready without renderers', { total: 0, free: 0 }, { unclaimed: 0, unclaimedLong: 0 }, 1],
  ])('%s', (_name, slots, jobs, room) => {
    expect(longRoomOf(slots, jobs)).toBe(room);
  });
});

describe('test videos', () => {
  it('take what paid work leaves', () => {
    const queue = queueOf([org('a', 2)], { tests: [org('t', 5)] });
    expect(chosen(queue, { room: 4 })).toEqual(['a0', 'a1', 't0', 't1']);
    expect(chosen(queue, { room: 2 })).toEqual(['a0', 'a1']);
  });

  it('take no more than the idle slots that are left to them, nor than an organization’s share', () => {
    const tests = [org('t', 5, { active: 1 }), org('u', 5)];
    expect(chosen(queueOf([], { tests }), { testRoom: 3, testsPerOrg: 2 })).toEqual(['t0', 'u0', 'u1']);
    expect(chosen(queueOf([], { tests }), { testRoom: 0 })).toEqual([]);
  });

  it('take what an organization at its limit of paid work leaves', () => {
    const queue = queueOf([org('a', 2, { active: 1 })], { tests: [org('t', 1)] });
    expect(chosen(queue, { perOrg: 1 })).toEqual(['t0']);
  });

  it(`are served once in ${TEST_EVERY} turns while paid work waits, one at a time`, () => {
    const queue = queueOf([org('a', 99)], { tests: [org('t', 9)], turn: 100, testTurn: 100 });
    const served = chooseSteps(queue, limits({ room: 60, testRoom: 0 }));
    expect(served.filter(({ isTest }) => isTest).map(({ turn }) => turn)).toEqual([120]);
    expect(chosen({ ...queue, activeTests: 1 }, { room: 60, testRoom: 0 })).not.toContain('t0');
  });

  it('never cost paid work more than that: whatever tests wait, it is served in the same order', () => {
    const orgs = (name: string) =>
      fc
        .array(fc.record({ waiting: fc.nat(8), active: fc.nat(3), finishMs: fc.nat(30_000) }), { maxLength: 5 })
        .map((parts) => parts.map(({ waiting, ...rest }, n) => org(`${name}${n}-`, waiting, rest)));
    const numbers = { room: fc.nat(50), testRoom: fc.nat(50), testTurn: fc.nat(30), activeTests: fc.nat(2) };
    fc.assert(
      fc.property(orgs('p'), orgs('t'), fc.record(numbers), (paid, tests, { room, testRoom, ...state }) => {
        const some = limits({ room, testRoom, perOrg: 6, testsPerOrg: 2 });
        const alone = chooseSteps(queueOf(paid, { turn: 30, ...state }), some).map(({ step }) => step);
        const beside = chooseSteps(queueOf(paid, { tests, turn: 30, ...state }), some);
        const paidServed = beside.filter(({ isTest }) => !isTest).map(({ step }) => step);
        expect(paidServed).toEqual(alone.slice(0, paidServed.length));
        expect(alone.length - paidServed.length).toBeLessThanOrEqual(1);
      }),
    );
  });
});

describe('room for test videos', () => {
  it.each([
    ['is half of the slots when all are free', { total: 8, free: 8 }, { unclaimed: 0, activeTests: 0 }, 4],
    ['counts those at work', { total: 8, free: 7 }, { unclaimed: 0, activeTests: 1 }, 3],
    ['leaves the slots that jobs are on their way to', { total: 8, free: 3 }, { unclaimed: 2, activeTests: 0 }, 1],
    ['is none behind paid work', { total: 8, free: 0 }, { unclaimed: 0, activeTests: 0 }, 0],
    ['is the only slot when that is free', { total: 1, free: 1 }, { unclaimed: 0, activeTests: 0 }, 1],
    ['is none without renderers', { total: 0, free: 0 }, { unclaimed: 0, activeTests: 0 }, 0],
    ['is never below none', { total: 2, free: 1 }, { unclaimed: 5, activeTests: 3 }, 0],
  ])('%s', (_name, slots, jobs, room) => {
    expect(testRoomOf(slots, jobs)).toBe(room);
  });
});
