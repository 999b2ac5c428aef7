import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import type { RenderFailure } from '#libs/contracts';
import {
  type AttemptEnd,
  decideEnd,
  MAX_FAULTS,
  MAX_LOSSES,
  type EndSituation,
  type StepFile,
} from './end-decision.js';

const leased: EndSituation = { status: 'PROCESSING', state: 'LEASED', epoch: 2, faults: 1, losses: 0 };
const result = (end: Partial<AttemptEnd>): AttemptEnd => ({ epoch: 2, ...end });
const files: StepFile[] = [
  { index: 0, isPart: true, key: '0.mp4', redraws: 0 },
  { index: 1, isPart: true, key: '1.mp4', redraws: 1 },
  { index: 2, isPart: true, key: '2.mp4', redraws: 2 },
  { index: 3, isPart: false, key: '3.mp4', redraws: 0 },
  { index: 4, isPart: true, key: '4.mp4', redraws: 10 },
];
const output = { key: 'k', file_size: 10, frames: 24, duration: 1 };
const crash: RenderFailure = { code: 'RENDER_FAILED', message: 'ffmpeg ended with code 1', retryable: true };

describe('a successful result', () => {
  it.each<[string, Partial<EndSituation>, object]>([
    ['of the latest claim is accepted', {}, { kind: 'accept' }],
    [
      'of a renderer that counts as lost is accepted while no other has claimed',
      { state: 'WAITING' },
      { kind: 'accept' },
    ],
    ['of an earlier claim changes nothing', { epoch: 3 }, { kind: 'ignore', reason: 'stale' }],
    ['delivered twice changes nothing', { state: 'DONE' }, { kind: 'ignore', reason: 'counted' }],
    ['for a failed video changes nothing', { status: 'FAILED' }, { kind: 'ignore', reason: 'ended' }],
    [
      'for a completed video changes nothing',
      { status: 'COMPLETED', state: 'DONE' },
      { kind: 'ignore', reason: 'ended' },
    ],
  ])('%s', (_name, found, decision) => {
    expect(decideEnd({ ...leased, ...found }, result({ output }))).toEqual(decision);
  });
});

describe('a step that a stopping renderer hands back', () => {
  const handedBack = result({ handed_back: true });

  it('returns to the queue and costs no attempt, not even the last', () => {
    expect(decideEnd({ ...leased, faults: 2, losses: 9 }, handedBack)).toEqual({ kind: 'release' });
  });

  it.each<[string, Partial<EndSituation>, string]>([
    ['after another has claimed it', { epoch: 3 }, 'stale'],
    ['twice', { state: 'WAITING' }, 'counted'],
    ['after it was dispatched again', { state: 'DISPATCHED' }, 'counted'],
    ['after its video was canceled', { status: 'CANCELED', state: 'DROPPED' }, 'ended'],
  ])('%s changes nothing', (_name, found, reason) => {
    expect(decideEnd({ ...leased, ...found }, handedBack)).toEqual({ kind: 'ignore', reason });
  });
});

describe('parts that do not fit', () => {
  const unfit = (steps: number[]): AttemptEnd => result({ unfit: steps });

  it('are drawn again, as often as a rollout of renderers may take', () => {
    expect(decideEnd({ ...leased, files }, unfit([0, 1, 2]))).toEqual({ kind: 'redraw', steps: [0, 1, 2] });
  });

  it.each([
    ['were drawn again ten times', [1, 4]],
    ['are no parts of the video', [0, 7]],
    ['are no pictures', [3]],
  ])('end the video if they %s', (_name, steps) => {
    expect(decideEnd({ ...leased, files }, unfit(steps))).toMatchObject({
      kind: 'fail',
      error: { code: 'OUTPUT_CHECK_FAILED' },
    });
  });

  it('change nothing after another renderer has claimed the stitching', () => {
    const found = { ...leased, files, epoch: 3 };
    expect(decideEnd(found, unfit([0]))).toEqual({ kind: 'ignore', reason: 'stale' });
  });
});

describe('inputs that are not in storage any more', () => {
  const missing = (keys: string[]): AttemptEnd => result({ missing: keys });

  it('are made again by their steps, at no cost for the one that misses them', () => {
    const found = { ...leased, faults: 2, losses: 9, files };
    expect(decideEnd(found, missing(['1.mp4', '3.mp4']))).toEqual({ kind: 'redraw', steps: [1, 3] });
  });

  it('end the video when they were lost twice before', () => {
    const error = { code: 'RENDER_FAILED', retryable: true };
    expect(decideEnd({ ...leased, files }, missing(['1.mp4', '2.mp4']))).toMatchObject({ kind: 'fail', error });
  });

  it('of an older attempt are not made again: another attempt gets the present ones', () => {
    expect(decideEnd({ ...leased, files }, missing(['older.mp4']))).toMatchObject({ kind: 'retry' });
    expect(decideEnd({ ...leased, files, faults: 2 }, missing(['older.mp4']))).toMatchObject({ kind: 'fail' });
  });

  it('change nothing after another renderer has claimed the step', () => {
    const decision = { kind: 'ignore', reason: 'stale' };
    expect(decideEnd({ ...leased, files, epoch: 3 }, missing(['1.mp4']))).toEqual(decision);
  });
});

describe('a renderer that counts other frames than were planned', () => {
  const counted = result({ frame_count: 241 });

  it('has the video planned again, and waits longer each time that renderers disagree', () => {
    const of = (redraws: number) => decideEnd({ ...leased, faults: 2, redraws }, counted);
    expect(of(0)).toEqual({ kind: 'replan', frameCount: 241, pauseMs: 0 });
    expect(of(9)).toEqual({ kind: 'replan', frameCount: 241, pauseMs: 45_000 });
    expect(of(10)).toMatchObject({ kind: 'fail', error: { code: 'RENDER_FAILED', retryable: true } });
  });
});

describe('a failed result', () => {
  it('sends the step back to the queue while attempts are left, each time for a longer pause', () => {
    expect(decideEnd({ ...leased, faults: 0 }, result({ failure: crash }))).toEqual({
      kind: 'retry',
      pauseMs: 1_000,
    });
    expect(decideEnd({ ...leased, faults: 1 }, result({ failure: crash }))).toEqual({
      kind: 'retry',
      pauseMs: 5_000,
    });
  });

  it('ends the video with its reason after the third attempt', () => {
    expect(decideEnd({ ...leased, faults: 2 }, result({ failure: crash }))).toEqual({
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
    expect(decideEnd({ ...leased, faults: 0 }, result({ failure }))).toEqual({ kind: 'fail', error: failure });
  });

  it('counts once: delivered again after the step went back, it changes nothing', () => {
    const decision = { kind: 'ignore', reason: 'counted' };
    expect(decideEnd({ ...leased, state: 'WAITING' }, result({ failure: crash }))).toEqual(decision);
    expect(decideEnd({ ...leased, state: 'DISPATCHED' }, result({ failure: crash }))).toEqual(decision);
  });

  it('of an earlier claim changes nothing', () => {
    expect(decideEnd({ ...leased, epoch: 3 }, result({ failure: crash }))).toEqual({
      kind: 'ignore',
      reason: 'stale',
    });
  });

  it('is blamed on nothing but failures: lost renderers leave it its attempts', () => {
    expect(decideEnd({ ...leased, faults: 1, losses: 9 }, result({ failure: crash }))).toMatchObject({
      kind: 'retry',
    });
  });

  it('without file and reason counts as a failed attempt', () => {
    expect(decideEnd({ ...leased, faults: 0 }, result({}))).toMatchObject({ kind: 'retry' });
    expect(decideEnd({ ...leased, faults: 2 }, result({}))).toMatchObject({
      kind: 'fail',
      error: { code: 'RENDER_FAILED' },
    });
  });
});

describe('an attempt whose renderer is gone', () => {
  const lost = result({ lost: true });

  it.each<[string, Partial<EndSituation>, object]>([
    ['goes to another renderer', {}, { kind: 'lost' }],
    ['is no fault of the video’s, even after two of its own', { faults: 2 }, { kind: 'lost' }],
    ['goes to another renderer for the ninth time', { losses: 8 }, { kind: 'lost' }],
    ['ends the video for the tenth time', { losses: 9 }, { kind: 'fail', error: { retryable: true } }],
    ['changes nothing when another has claimed', { epoch: 3 }, { kind: 'ignore', reason: 'stale' }],
    ['changes nothing when it was counted before', { state: 'WAITING' }, { kind: 'ignore', reason: 'counted' }],
    ['changes nothing after the end', { status: 'CANCELED' }, { kind: 'ignore', reason: 'ended' }],
  ])('%s', (_name, found, decision) => {
    expect(decideEnd({ ...leased, ...found }, lost)).toMatchObject(decision);
  });

  it('is accepted when its file had arrived', () => {
    expect(decideEnd({ ...leased, losses: 9 }, result({ lost: true, output }))).toEqual({ kind: 'accept' });
  });
});

describe('whatever ends a video’s attempts', () => {
  const ends = fc.array(
    fc.constantFrom<Partial<AttemptEnd>>({ failure: crash }, { lost: true }, { handed_back: true }, {}),
    { maxLength: 40 },
  );

  it('it fails exactly with its third fault or its tenth loss', () => {
    fc.assert(
      fc.property(ends, (sequence) => {
        const counts = { faults: 0, losses: 0 };
        for (const end of sequence) {
          const { kind } = decideEnd({ ...leased, ...counts }, result(end));
          if (end.lost) counts.losses += 1;
          else if (!end.handed_back) counts.faults += 1;
          expect(kind === 'fail').toBe(counts.faults === MAX_FAULTS || counts.losses === MAX_LOSSES);
          if (kind === 'fail') return;
        }
      }),
    );
  });
});
