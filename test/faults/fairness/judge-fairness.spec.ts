import { describe, expect, it } from '@jest/globals';
import { type FairnessEvidence, judgeFairness, p95 } from './judge-fairness.ts';

const upTo = (most: number) => Array.from({ length: 100 }, (_, n) => ((n + 1) * most) / 100);
const held: FairnessEvidence = {
  waitsS: { alone: upTo(100), beside: upTo(125) },
  longS: { alone: 60, beside: 90 },
};

it('the 95th percentile is that of the completed videos', () => {
  expect(p95([...upTo(100), null])).toBe(95);
  expect(p95([7])).toBe(7);
});

describe('the judge of fairness', () => {
  it('is content where the others wait a quarter longer and the long video takes half as long again', () => {
    expect(judgeFairness(held)).toEqual([]);
  });

  it('is content where waiting times are those of a round of the dispatcher', () => {
    expect(judgeFairness({ ...held, waitsS: { alone: [0.1], beside: [0.9] } })).toEqual([]);
  });

  it.each<[string, Partial<FairnessEvidence>, string]>([
    ['others that wait too long', { waitsS: { alone: upTo(100), beside: upTo(126) } }, 'wait 1.26 times as long'],
    ['a video that is missing', { waitsS: { alone: upTo(100), beside: [1, null] } }, '1 of 2 short videos (beside)'],
    ['a run without videos', { waitsS: { alone: [], beside: upTo(100) } }, '0 of 0 short videos (alone)'],
    ['a long video that takes too long', { longS: { alone: 60, beside: 91 } }, 'takes 1.52 times as long'],
    ['a long video that failed', { longS: { alone: 60, beside: null } }, 'a long video is not COMPLETED'],
  ])('names %s', (_what, change, words) => {
    expect(judgeFairness({ ...held, ...change }).join('\n')).toContain(words);
  });
});
