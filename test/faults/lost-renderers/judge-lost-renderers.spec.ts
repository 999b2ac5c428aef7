import { describe, expect, it } from '@jest/globals';
import type { Step } from '../../e2e/render-steps.ts';
import { judgeLostRenderers, type LostRenderersEvidence } from './judge-lost-renderers.ts';

const step = (number: number, change: Partial<Step> = {}): Step => ({
  ...{ index: number, kind: 'pictures', state: 'DONE', epoch: 1, attempts: 1, losses: 0, redraws: 0 },
  ...{ renderer_pid: 7, held_s: 1 },
  ...change,
});
const FIRST_AGAIN = step(0, { epoch: 2, attempts: 2, losses: 1 });
const kill = { rendererPid: 7, lost: { index: 0, epoch: 1 }, done: [{ index: 1, epoch: 1 }] };
const held: LostRenderersEvidence = {
  status: 'COMPLETED',
  frames: { expected: 100, found: 100 },
  faultsOfFile: '',
  progressFell: false,
  renderers: 1,
  times: 1,
  kills: [kill],
  steps: [FIRST_AGAIN, step(1), step(2, { kind: 'stitch' })],
  counted: { accepted: 3, lost: 1 },
  seconds: { alone: 30, withKills: 95 },
  leaseS: 60,
  longestPartS: 5,
};

describe('the judge of lost renderers', () => {
  it('is content where only what was in flight was drawn again, and the video was not late', () => {
    expect(judgeLostRenderers(held)).toEqual([]);
  });

  it('is content where a part was reported at the moment of the kill, and so not drawn again', () => {
    const steps = [step(0), step(1), step(2)];
    expect(judgeLostRenderers({ ...held, steps, counted: { accepted: 3, lost: 0 } })).toEqual([]);
  });

  it.each<[string, Partial<LostRenderersEvidence>, string]>([
    ['a video that failed', { status: 'FAILED' }, 'the video is FAILED'],
    ['a frame too few', { frames: { expected: 100, found: 99 } }, '99 frames of 100'],
    ['a file that is not decoded', { faultsOfFile: 'invalid NAL unit' }, 'invalid NAL unit'],
    ['progress that fell', { progressFell: true }, 'the progress fell'],
    ['too few kills', { kills: [] }, '0 renderers were killed'],
    ['an unfinished step', { steps: [FIRST_AGAIN, step(1, { state: 'LEASED' }), step(2)] }, '1 are not DONE'],
    ['a finished part drawn again', { steps: [FIRST_AGAIN, step(1, { epoch: 2 }), step(2)] }, 'finished steps 1'],
    [
      'a part drawn again whose renderer lived',
      { steps: [step(0), step(1), step(2, { attempts: 2 })] },
      'begun 1 times more, and its renderer was killed 0 times',
    ],
    ['metrics that miss a loss', { counted: { accepted: 3, lost: 0 } }, 'count 0 lost attempts, not 1'],
    ['metrics that count a part twice', { counted: { accepted: 4, lost: 1 } }, 'count 4 steps, not 3'],
    ['a late video', { seconds: { alone: 30, withKills: 101 } }, '71.0 s late, more than 70.0 s'],
  ])('names %s', (_what, change, words) => {
    expect(judgeLostRenderers({ ...held, ...change }).join('\n')).toContain(words);
  });
});
