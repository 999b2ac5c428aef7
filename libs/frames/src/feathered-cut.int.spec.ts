import { describe, expect, it } from '@jest/globals';
import { paintFeathered } from './feathered-cut.js';
import { createCanvas } from './skia.js';

const SIZE = { width: 200, height: 100 };
const FEATHER = 0.2;

type Cut = Parameters<typeof paintFeathered>[1];

/** The alpha at a pixel of a page. */
function coverOf(clip: Cut): (x: number, y: number) => number {
  const context = createCanvas(SIZE.width, SIZE.height).getContext('2d');
  paintFeathered(context, clip, FEATHER, SIZE);
  const { data } = context.getImageData(0, 0, SIZE.width, SIZE.height);
  return (x, y) => data[4 * (y * SIZE.width + x) + 3]!;
}

const CUTS: [string, Cut, line: (share: number) => [number, number]][] = [
  ['wipe to the right', { kind: 'wipe', headingX: 1, headingY: 0, shown: 0 }, (share) => [199 * share, 50]],
  ['wipe to the left', { kind: 'wipe', headingX: -1, headingY: 0, shown: 0 }, (share) => [199 * (1 - share), 50]],
  ['wipe up', { kind: 'wipe', headingX: 0, headingY: -1, shown: 0 }, (share) => [50, 99 * (1 - share)]],
  ['slanted wipe', { kind: 'wipe', headingX: 1, headingY: 1, shown: 0 }, (share) => [199 * share, 99 * share]],
  ['circle', { kind: 'circle', shown: 0 }, (share) => [100 + 99 * share, 50 + 49 * share]],
  [
    'clock hand',
    { kind: 'sector', clockwise: true, shown: 0 },
    (share) => [100 + 45 * Math.sin(4.9 * share + 0.02), 50 - 45 * Math.cos(4.9 * share + 0.02)],
  ],
];

describe.each(CUTS)('the feathered edge of a %s', (_name, clip, line) => {
  const along = (shown: number): number[] => {
    const cover = coverOf({ ...clip, shown });
    return Array.from({ length: 60 }, (_, step) => cover(...(line(step / 59).map(Math.floor) as [number, number])));
  };

  it('begins with nothing and ends with all', () => {
    expect(new Set(along(0))).toEqual(new Set([0]));
    expect(Math.min(...along(1 - 1e-9))).toBeGreaterThanOrEqual(254);
  });

  it('falls from all to nothing over its width, never rises, and moves on', () => {
    const half = along(0.5);
    expect([half[0], half.at(-1)]).toEqual([255, 0]);
    for (const [index, level] of half.entries()) expect(level).toBeLessThanOrEqual((half[index - 1] ?? 255) + 1);
    expect(half.filter((level) => level > 5 && level < 250).length).toBeGreaterThanOrEqual(6);
    const later = along(0.6);
    for (const [index, level] of half.entries()) expect(later[index]).toBeGreaterThanOrEqual(level - 1);
  });
});
