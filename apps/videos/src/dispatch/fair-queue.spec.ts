import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import {
  chooseSegments,
  type FairQueue,
  type QueueLimits,
  TEST_EVERY,
  testRoomOf,
  type WaitingOrg,
} from './fair-queue.js';

function org(orgId: string, waiting: number, rest: Partial<WaitingOrg> = {}): WaitingOrg {
  const segments = Array.from({ length: waiting }, (_, n) => ({
    videoId: `${orgId}${n}`,
    segment: 0,
    orgId,
    costMs: 1_000,
  }));
  return { orgId, lastTurn: 0, active: 0, waiting: segments, ...rest };
}

/** Tests were served a moment ago, so they have no turn of their own. */
const queueOf = (paid: WaitingOrg[], rest: Partial<FairQueue> = {}): FairQueue => {
  const turn = Math.max(0, ...paid.map(({ lastTurn }) => lastTurn));
  return { paid, tests: [], turn, testTurn: turn, activeTests: 0, ...rest };
};
const limits = (change: Partial<QueueLimits>): QueueLimits => ({
  ...{ room: 9, testRoom: 9, perOrg: 99, testsPerOrg: 99 },
  ...change,
});
const chosen = (queue: FairQueue, change: Partial<QueueLimits> = {}): string[] =>
  chooseSegments(queue, limits(change)).map(({ segment }) => segment.videoId);

describe('the fair queue', () => {
  it('serves the organization served least recently first', () => {
    const orgs = [org('a', 1, { lastTurn: 7 }), org('b', 1, { lastTurn: 3 }), org('c', 1, { lastTurn: 5 })];
    expect(chosen(queueOf(orgs))).toEqual(['b0', 'c0', 'a0']);
  });

  it('lets an organization with one video pass one with ten thousand', () => {
    const orgs = [org('big', 10_000, { lastTurn: 1 }), org('small', 1)];
    expect(chosen(queueOf(orgs), { room: 3 })).toEqual(['small0', 'big0', 'big1']);
  });

  it('takes turns and keeps each organization’s own order', () => {
    expect(chosen(queueOf([org('a', 3), org('b', 2)]))).toEqual(['a0', 'b0', 'a1', 'b1', 'a2']);
  });

  it('never exceeds the room, an organization’s share, or what is waiting, and leaves no room unused without cause', () => {
    const anyOrg = fc.record({ waiting: fc.nat(5), active: fc.nat(4), lastTurn: fc.nat(9) });
    fc.assert(
      fc.property(fc.array(anyOrg, { maxLength: 6 }), fc.nat(12), fc.nat(4), (parts, room, perOrg) => {
        const orgs = parts.map(({ waiting, ...rest }, n) => org(`o${n}-`, waiting, rest));
        const possible = orgs.reduce(
          (sum, { waiting, active }) => sum + Math.min(waiting.length, Math.max(0, perOrg - active)),
          0,
        );
        const names = chosen(queueOf(orgs), { room, perOrg });
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBe(Math.min(room, possible));
      }),
    );
  });

  it('counts the whole queue’s turns upwards, so that who was away is not behind who stayed', () => {
    const orgs = [org('a', 2, { lastTurn: 4 }), org('b', 2, { lastTurn: 9 })];
    const turns = chooseSegments(queueOf(orgs, { turn: 1_000, testTurn: 1_000 }), limits({ room: 4 }));
    expect(turns.map(({ segment, turn }) => [segment.videoId, turn])).toEqual([
      ['a0', 1_001],
      ['b0', 1_002],
      ['a1', 1_003],
      ['b1', 1_004],
    ]);
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
    const served = chooseSegments(queue, limits({ room: 60, testRoom: 0 }));
    expect(served.filter(({ isTest }) => isTest).map(({ turn }) => turn)).toEqual([120]);
    expect(chosen({ ...queue, activeTests: 1 }, { room: 60, testRoom: 0 })).not.toContain('t0');
  });

  it('never cost paid work more than that: whatever tests wait, it is served in the same order', () => {
    const orgs = (name: string) =>
      fc
        .array(fc.record({ waiting: fc.nat(8), active: fc.nat(3), lastTurn: fc.nat(30) }), { maxLength: 5 })
        .map((parts) => parts.map(({ waiting, ...rest }, n) => org(`${name}${n}-`, waiting, rest)));
    const numbers = { room: fc.nat(50), testRoom: fc.nat(50), testTurn: fc.nat(30), activeTests: fc.nat(2) };
    fc.assert(
      fc.property(orgs('p'), orgs('t'), fc.record(numbers), (paid, tests, { room, testRoom, ...state }) => {
        const some = limits({ room, testRoom, perOrg: 6, testsPerOrg: 2 });
        const alone = chooseSegments(queueOf(paid, { turn: 30, ...state }), some).map(({ segment }) => segment);
        const beside = chooseSegments(queueOf(paid, { tests, turn: 30, ...state }), some);
        const paidServed = beside.filter(({ isTest }) => !isTest).map(({ segment }) => segment);
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
