import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { chooseFairly, sharesOf } from './choose-fairly.js';

const none = { total: 0, byEndpoint: new Map<string, number>(), byOrg: new Map<string, number>() };
const candidate = (id: number, endpoint: number, org: number) => ({
  id: String(id),
  endpoint_id: `endpoint ${endpoint} of ${org}`,
  org_id: `org ${org}`,
});

describe('chooseFairly', () => {
  it('never exceeds the slots, an endpoint’s share or an organization’s share, and wastes no slot', () => {
    const places = fc.array(fc.tuple(fc.nat(3), fc.nat(4)), { maxLength: 200 });
    fc.assert(
      fc.property(places, fc.integer({ min: 4, max: 64 }), (pairs, slots) => {
        const shares = sharesOf(slots);
        const candidates = pairs.map(([endpoint, org], id) => candidate(id, endpoint, org));
        const chosen = chooseFairly(candidates, none, shares);
        const count = (key: 'endpoint_id' | 'org_id', value: string) => chosen.filter((c) => c[key] === value).length;
        expect(chosen.length).toBeLessThanOrEqual(shares.slots);
        for (const c of candidates) {
          expect(count('endpoint_id', c.endpoint_id)).toBeLessThanOrEqual(shares.perEndpoint);
          expect(count('org_id', c.org_id)).toBeLessThanOrEqual(shares.perOrg);
          const full =
            chosen.length === shares.slots ||
            count('endpoint_id', c.endpoint_id) === shares.perEndpoint ||
            count('org_id', c.org_id) === shares.perOrg;
          expect(chosen.includes(c) || full).toBe(true);
        }
      }),
    );
  });

  it('counts what is in flight already and takes the longest waiting first', () => {
    const inFlight = { total: 12, byEndpoint: new Map([['endpoint 1 of 1', 4]]), byOrg: new Map([['org 2', 3]]) };
    const candidates = [
      candidate(1, 1, 1),
      candidate(2, 1, 2),
      candidate(3, 2, 2),
      candidate(4, 1, 3),
      candidate(5, 1, 4),
    ];
    const chosen = chooseFairly(candidates, inFlight, { slots: 14, perEndpoint: 4, perOrg: 4 });
    expect(chosen.map(({ id }) => id)).toEqual(['2', '4']);
  });
});
