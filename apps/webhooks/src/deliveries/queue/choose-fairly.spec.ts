import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { type Addressee, chooseFairly, Occupancy, sharesOf } from './choose-fairly.js';

const candidate = (id: number, lane: number, org: number) => ({
  id: String(id),
  lane_id: `lane ${lane} of ${org}`,
  org_id: `org ${org}`,
});
type Key = keyof Addressee;

const noneIs = () => false;
const isOdd = (laneId: string) => /^lane [13579]/.test(laneId);
const countOf = (all: readonly Addressee[], key: Key, value: string) =>
  all.filter((each) => each[key] === value).length;

describe('chooseFairly', () => {
  const places = fc.array(fc.tuple(fc.nat(3), fc.nat(9)), { maxLength: 200 });
  const slots = fc.integer({ min: 4, max: 64 });

  it('never exceeds a share: of all, of a lane, of an organization, of those that are unresponsive', () => {
    fc.assert(
      fc.property(places, places, slots, (before, pairs, count) => {
        const shares = sharesOf(count);
        const waiting = (list: [number, number][]) => list.map(([lane, org], id) => candidate(id, lane, org));
        const inFlight = chooseFairly(waiting(before), new Occupancy(shares, isOdd));
        const chosen = chooseFairly(waiting(pairs), new Occupancy(shares, isOdd, inFlight));
        const all = [...inFlight, ...chosen];
        const odd = all.filter(({ lane_id }) => isOdd(lane_id));
        expect(all.length).toBeLessThanOrEqual(shares.slots);
        expect(odd.length).toBeLessThanOrEqual(shares.unresponsive);
        for (const { lane_id, org_id } of all) {
          const most = isOdd(lane_id) ? 1 : shares.perLane;
          expect(countOf(all, 'lane_id', lane_id)).toBeLessThanOrEqual(most);
          expect(countOf(all, 'org_id', org_id)).toBeLessThanOrEqual(shares.perOrg);
          expect(countOf(odd, 'org_id', org_id)).toBeLessThanOrEqual(shares.unresponsivePerOrg);
        }
      }),
    );
  });

  it('takes the first of those that are not busy, so that none waits behind those that are', () => {
    fc.assert(
      fc.property(places, places, slots, (before, pairs, count) => {
        const shares = sharesOf(count);
        const [first, second] = [before, pairs].map((list) => list.map(([lane, org], id) => candidate(id, lane, org)));
        const inFlight = chooseFairly(first!, new Occupancy(shares, isOdd));
        const occupancy = new Occupancy(shares, isOdd, inFlight);
        const unresponsive = [...first!, ...second!].filter(({ lane_id }) => isOdd(lane_id));
        const { lanes, orgs } = occupancy.busy([...inFlight, ...unresponsive]);
        const ready = second!.filter((each) => !lanes.includes(each.lane_id) && !orgs.includes(each.org_id));
        const [wanted] = occupancy.free > 0 ? ready : [];
        expect(chooseFairly(ready, occupancy)[0]).toEqual(wanted);
      }),
    );
  });

  it('takes the longest waiting first, and gives one organization a quarter of the slots when no other needs any', () => {
    const waiting = Array.from({ length: 60 }, (_unused, id) => candidate(id, id % 3, 1));
    const chosen = chooseFairly(waiting, new Occupancy(sharesOf(64), noneIs));
    expect(chosen).toEqual(waiting.slice(0, 16));
  });

  it.each([
    ['one after the other', (org: number, round: number) => org * 100 + round],
    ['in turn', (org: number, round: number) => round * 100 + org],
  ])('leaves room beside eight organizations that take all they may, %s', (_how, orderOf) => {
    const greedy = Array.from({ length: 8 * 40 }, (_unused, id) => candidate(id, id % 4, Math.floor(id / 40)));
    const inOrder = greedy.toSorted((a, b) => rank(a.id) - rank(b.id));
    function rank(id: string): number {
      return orderOf(Math.floor(Number(id) / 40), Number(id) % 40);
    }
    const occupancy = new Occupancy(sharesOf(64), noneIs);
    chooseFairly(inOrder, occupancy);
    const good = Array.from({ length: 9 }, (_unused, id) => candidate(id, 1, 9));
    expect(chooseFairly(good, occupancy).length).toBeGreaterThanOrEqual(2);
  });

  it('leaves three quarters of the slots beside any number of unresponsive lanes', () => {
    const dead = Array.from({ length: 1_000 }, (_unused, id) => candidate(id, 1, id % 200));
    const occupancy = new Occupancy(sharesOf(64), isOdd);
    chooseFairly(dead, occupancy);
    expect(occupancy.free).toBe(48);
  });
});
