import { describe, expect, it } from '@jest/globals';
import { renderQueue, type SimulatedVideo } from '../testing/simulated-queue.js';

const SLOTS = 64;
const PER_ORG = 16;
/** Estimated CPU time of ten seconds of texts in 1080p, ms. */
const SHORT_MS = 4_000;
/** Estimated CPU time of half an hour of the same texts, and of each piece that it is cut into, ms. */
const LONG_MS = 180 * SHORT_MS;
const PIECE_MS = 20_000;

/** `count` videos of an organization, their real costs up to a third off the estimate. */
function shorts(orgId: string, count: number, atMs: (n: number) => number): SimulatedVideo[] {
  return Array.from({ length: count }, (_, n) => {
    const takesMs = SHORT_MS * (2 / 3 + ((n * 37) % 100) / 150);
    return { id: `${orgId}-${n}`, orgId, atMs: atMs(n), pieces: [{ costMs: SHORT_MS, takesMs }] };
  });
}

const long: SimulatedVideo = {
  ...{ id: 'long', orgId: 'long', atMs: 0 },
  pieces: Array.from({ length: LONG_MS / PIECE_MS }, () => ({ costMs: PIECE_MS, takesMs: PIECE_MS })),
};
const others = (atMs: (n: number) => number): SimulatedVideo[] =>
  Array.from({ length: 19 }, (_, n) => shorts(`o${n}`, n < 10 ? 11 : 10, atMs)).flat();
const big = shorts('big', 800, () => 0);

/** The 95th percentile of the time from submission to a renderer, of short videos of the nineteen. */
function p95Wait(run: ReturnType<typeof renderQueue>): number {
  const waits = run
    .filter(({ video }) => video.orgId.startsWith('o'))
    .map(({ video, begunAtMs }) => begunAtMs - video.atMs)
    .sort((a, b) => a - b);
  return waits[Math.floor(0.95 * waits.length)]!;
}
const lasted = (run: ReturnType<typeof renderQueue>): number => {
  const { video, endedAtMs } = run.find((each) => each.video.id === 'long')!;
  return endedAtMs - video.atMs;
};

describe.each([
  ['all at once', () => 0],
  ['one after the other, over two minutes', (n: number) => n * 12_000],
])('1,000 short videos of 20 organizations, %s, 800 of one of them, and one of half an hour', (_name, atMs) => {
  const system = { slots: SLOTS, perOrg: PER_ORG };
  const everything = renderQueue([long, ...big, ...others(atMs)], system);

  it('let the nineteen wait at most a quarter longer than without the two', () => {
    const alone = p95Wait(renderQueue(others(atMs), system));
    const slack = 200; // where none waits, the time of an announcement
    expect(p95Wait(everything)).toBeLessThanOrEqual(Math.max(1.25 * alone, slack));
  });

  it('let the long one finish within one and a half times of its time alone', () => {
    expect(lasted(everything)).toBeLessThanOrEqual(1.5 * lasted(renderQueue([long], system)));
  });

  it('are all rendered', () => {
    expect(new Set(everything.map(({ video }) => video.id)).size).toBe(1 + 800 + others(atMs).length);
  });
});

it('An organization’s own short videos do not wait behind its long one', () => {
  const own = shorts('long', 40, () => 60_000);
  const run = renderQueue([long, ...own], { slots: 8, perOrg: PER_ORG });
  const first = run.find(({ video }) => video.id === 'long-0')!;
  expect(first.begunAtMs - first.video.atMs).toBeLessThanOrEqual(PIECE_MS);
  const last = Math.max(...run.filter(({ video }) => video.id !== 'long').map(({ endedAtMs }) => endedAtMs));
  expect(last).toBeLessThan(run.find(({ video }) => video.id === 'long')!.endedAtMs);
});
