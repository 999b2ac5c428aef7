import { describe, expect, it } from '@jest/globals';
import type { RenderFailure, RenderResult } from '#libs/contracts';
import { afterFailure, decideResult, type ResultSituation } from './result-decision.js';

const leased: ResultSituation = { status: 'PROCESSING', state: 'LEASED', epoch: 2, attempts: 2 };
const VIDEO_ID = '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01';
const result = (end: Partial<RenderResult>): RenderResult => ({
  schema: 1,
  video_id: VIDEO_ID,
  segment: 0,
  epoch: 2,
  worker: 'w',
  ...end,
});
const output = { key: 'k', file_size: 10, frames: 24, duration: 1 };
const crash: RenderFailure = { code: 'RENDER_FAILED', message: 'ffmpeg ended with code 1', retryable: true };

describe('a successful result', () => {
  it.each<[string, Partial<ResultSituation>, object]>([
    ['of the latest claim is accepted', {}, { kind: 'accept' }],
    ['of a renderer given up for dead is accepted while nobody else claimed', { state: 'WAITING' }, { kind: 'accept' }],
    ['of an earlier claim changes nothing', { epoch: 3 }, { kind: 'ignore', reason: 'stale' }],
    ['delivered twice changes nothing', { state: 'DONE' }, { kind: 'ignore', reason: 'counted' }],
    ['for a failed video changes nothing', { status: 'FAILED' }, { kind: 'ignore', reason: 'ended' }],
    [
      'for a completed video changes nothing',
      { status: 'COMPLETED', state: 'DONE' },
      { kind: 'ignore', reason: 'ended' },
    ],
  ])('%s', (_name, found, decision) => {
    expect(decideResult({ ...leased, ...found }, result({ output }))).toEqual(decision);
  });
});

describe('a segment that a stopping renderer hands back', () => {
  const handedBack = result({ handed_back: true });

  it('returns to the queue and costs no attempt, not even the last', () => {
    expect(decideResult({ ...leased, attempts: 3 }, handedBack)).toEqual({ kind: 'release' });
  });

  it.each<[string, Partial<ResultSituation>, string]>([
    ['after another has claimed it', { epoch: 3 }, 'stale'],
    ['twice', { state: 'WAITING' }, 'counted'],
    ['after it was dispatched anew', { state: 'DISPATCHED' }, 'counted'],
    ['after its video was canceled', { status: 'CANCELED', state: 'DROPPED' }, 'ended'],
  ])('%s changes nothing', (_name, found, reason) => {
    expect(decideResult({ ...leased, ...found }, handedBack)).toEqual({ kind: 'ignore', reason });
  });
});

describe('a failed result', () => {
  it('sends the segment back to the queue while attempts are left', () => {
    expect(decideResult(leased, result({ failure: crash }))).toEqual({ kind: 'retry' });
  });

  it('ends the video with its reason after the third attempt', () => {
    expect(decideResult({ ...leased, attempts: 3 }, result({ failure: crash }))).toEqual({
      kind: 'fail',
      error: crash,
    });
  });

  it('ends the video at once where another attempt would fail the same way', () => {
    const failure: RenderFailure = {
      code: 'ASSET_UNSUPPORTED',
      message: 'pages[0].layers[1] "logo"',
      retryable: false,
    };
    expect(decideResult({ ...leased, attempts: 1 }, result({ failure }))).toEqual({ kind: 'fail', error: failure });
  });

  it('counts once: delivered again after the segment went back, it changes nothing', () => {
    const decision = { kind: 'ignore', reason: 'counted' };
    expect(decideResult({ ...leased, state: 'WAITING' }, result({ failure: crash }))).toEqual(decision);
    expect(decideResult({ ...leased, state: 'DISPATCHED' }, result({ failure: crash }))).toEqual(decision);
  });

  it('of an earlier claim changes nothing', () => {
    expect(decideResult({ ...leased, epoch: 3 }, result({ failure: crash }))).toEqual({
      kind: 'ignore',
      reason: 'stale',
    });
  });

  it('without file and reason counts as a failed attempt', () => {
    expect(afterFailure(1)).toEqual({ kind: 'retry' });
    expect(afterFailure(3)).toMatchObject({ kind: 'fail', error: { code: 'RENDER_FAILED' } });
  });
});
