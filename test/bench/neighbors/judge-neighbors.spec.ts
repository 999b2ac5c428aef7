import { describe, expect, it } from '@jest/globals';
import { compare, judgeNeighbors } from './judge-neighbors.js';
import type { Observation } from './neighbor.js';

/** One of each, of so many ms. */
function observation(request: number, rest: Partial<Observation> = {}): Observation {
  const values = [...Array.from({ length: 95 }, () => request), ...Array.from({ length: 5 }, () => 10 * request)];
  return { latenciesMs: new Map([['getVideo', values]]), waitsMs: [50], deliveriesMs: [50], failures: [], ...rest };
}

const judge = (alone: Observation, beside: Observation) => judgeNeighbors(compare(alone, beside), beside);

describe('judgeNeighbors', () => {
  it('finds nothing where the 95th percentiles are less than one and a half times as long', () => {
    expect(judge(observation(200), observation(299))).toEqual([]);
  });

  it('does not see what is as short as the machine itself makes it', () => {
    expect(judge(observation(2, { waitsMs: [5] }), observation(99, { waitsMs: [999] }))).toEqual([]);
  });

  it('reports what is longer, the worst first', () => {
    const beside = observation(310, { waitsMs: [2_000], deliveriesMs: [1_700] });
    expect(judge(observation(200), beside)).toEqual([
      'a video waits: p95 50 ms alone, 2000 ms beside',
      'a webhook comes: p95 50 ms alone, 1700 ms beside',
      'getVideo: p95 200 ms alone, 310 ms beside',
    ]);
  });

  it('reports what was not measured, and what failed', () => {
    const beside = observation(200, { latenciesMs: new Map(), failures: ['getVideo: 503', 'getVideo: 503'] });
    expect(judge(observation(200), beside)).toEqual([
      'getVideo: p95 200 ms alone, NaN ms beside',
      'getVideo: 503, 2 times',
    ]);
  });
});
