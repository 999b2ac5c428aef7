import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseSegments, type WaitingOrg } from './fair-queue.js';

function org(orgId: string, waiting: number, rest: Partial<WaitingOrg> = {}): WaitingOrg {
  const segments = Array.from({ length: waiting }, (_, n) => ({ videoId: `${orgId}${n}`, segment: 0, orgId }));
  return { orgId, lastTurn: 0, active: 0, waiting: segments, ...rest };
}

const chosen = (orgs: WaitingOrg[], limits: { room: number; perOrg: number }): string[] =>
  chooseSegments(orgs, limits).map(({ segment }) => segment.videoId);

describe('the fair queue', () => {
  it('serves the organization served least recently first', () => {
    const orgs = [org('a', 1, { lastTurn: 7 }), org('b', 1, { lastTurn: 3 }), org('c', 1, { lastTurn: 5 })];
    expect(chosen(orgs, { room: 3, perOrg: 9 })).toEqual(['b0', 'c0', 'a0']);
  });

  it('lets an organization with one video pass one with ten thousand', () => {
    expect(chosen([org('big', 10_000, { lastTurn: 1 }), org('small', 1)], { room: 3, perOrg: 99 })).toEqual([
      'small0',
      'big0',
      'big1',
    ]);
  });

  it('takes turns and keeps each organization’s own order', () => {
    expect(chosen([org('a', 3), org('b', 2)], { room: 9, perOrg: 9 })).toEqual(['a0', 'b0', 'a1', 'b1', 'a2']);
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
        const names = chosen(orgs, { room, perOrg });
        expect(new Set(names).size).toBe(names.length);
        expect(names.length).toBe(Math.min(room, possible));
      }),
    );
  });

  it('counts turns upwards, so that the next round knows who was served last', () => {
    const turns = chooseSegments([org('a', 2, { lastTurn: 4 }), org('b', 2, { lastTurn: 9 })], { room: 4, perOrg: 9 });
    expect(turns.map(({ segment, turn }) => [segment.videoId, turn])).toEqual([
      ['a0', 10],
      ['b0', 11],
      ['a1', 12],
      ['b1', 13],
    ]);
  });
});
