import { describe, expect, it } from '@jest/globals';
import { boundsOf } from '#libs/document';
import { TRANSITION_TYPES, type Direction } from '#libs/template';
import { clipRegion } from '../geometry/clip-shape.js';
import { dissolves } from './dissolves.js';
import type { PageTransition, SceneTransition } from './scene-transition.js';
import { transitionAt } from './transition-at.js';

const FRAME = { width: 640, height: 360 };
const PAGE = { x: 0, y: 0, ...FRAME };
const TYPES = TRANSITION_TYPES.filter((type) => type !== 'none');
const DIRECTIONS: (Direction | undefined)[] = [
  undefined,
  'left',
  'right',
  'up',
  'down',
  'down-right',
  'in',
  'out',
  'clockwise',
  'counterclockwise',
  'center',
];

function at(type: SceneTransition['type'], share: number, direction?: Direction): SceneTransition {
  const transition = { type, frames: 10, easing: 'linear', backdrop: '#000000', seed: 7 };
  return transitionAt({ ...transition, ...(direction && { direction }) }, share, FRAME);
}

/** The part of the frame, 0 … 1, that a page covers, without what lies above it. */
function coverage({ matrix, opacity, clip, dissolve }: PageTransition): number {
  const { x, y, width, height } = boundsOf(FRAME, matrix);
  const across = Math.max(0, Math.min(FRAME.width, x + width) - Math.max(0, x));
  const down = Math.max(0, Math.min(FRAME.height, y + height) - Math.max(0, y));
  const shown = clip && clip.kind !== 'box' ? clip.shown : (dissolve?.shown ?? 1);
  return (opacity * shown * across * down) / (FRAME.width * FRAME.height);
}

function isWhole({ matrix, opacity, clip, blur, mosaic, dissolve }: PageTransition): boolean {
  const isHome = JSON.stringify(matrix) === '[1,0,0,1,0,0]' && opacity === 1;
  return isHome && !clip && blur === undefined && mosaic === undefined && !dissolve;
}

describe.each(TYPES)('a %s', (type) => {
  it.each(DIRECTIONS)('leading %s starts with the leaving page and ends with the entering one', (direction) => {
    const first = at(type, 0, direction);
    expect(isWhole(first.leaving)).toBe(true);
    if (first.upper === 'entering') expect(coverage(first.entering)).toBe(0);
    const last = at(type, 1, direction);
    expect(isWhole(last.entering)).toBe(true);
    if (last.upper === 'leaving') expect(coverage(last.leaving)).toBe(0);
  });

  it.each(DIRECTIONS)('leading %s shows ever more of the entering page and less of the leaving one', (direction) => {
    const steps = Array.from({ length: 101 }, (_, step) => at(type, step / 100, direction));
    for (const [index, now] of steps.entries()) {
      const before = steps[index - 1];
      if (!before) continue;
      const [upper, earlier] = [now[now.upper], before[before.upper]];
      const change = (coverage(upper) - coverage(earlier)) * (now.upper === 'entering' ? 1 : -1);
      expect(change).toBeGreaterThanOrEqual(-1e-12);
      expect(change).toBeLessThan(0.06);
    }
  });

  it('always covers the frame, unless it fades to its color', () => {
    for (let step = 0; step <= 20; step += 1) {
      const { upper, leaving, entering } = at(type, step / 20);
      const lower = upper === 'entering' ? leaving : entering;
      const together = coverage(leaving) + coverage(entering);
      if (type === 'push') expect(together).toBeCloseTo(1, 9);
      else if (type === 'slide') expect(together).toBeGreaterThan(1 - 1e-9);
      else if (type === 'cover') expect(coverage({ ...lower, opacity: 1 })).toBe(1);
      else if (!type.startsWith('fade_')) expect(coverage(lower)).toBe(1);
    }
  });
});

it.each<[type: SceneTransition['type'], direction: Direction | undefined, leaving: number[], entering: number[]]>([
  ['push', undefined, [-320, 0], [320, 0]],
  ['push', 'down', [0, 180], [0, -180]],
  ['push', 'up-right', [320, -180], [-320, 180]],
  ['slide', 'left', [-320 / 3, 0], [320, 0]],
  ['cover', 'up', [0, 0], [0, 180]],
  ['reveal', 'right', [320, 0], [0, 0]],
])('half-way through a %s %s the pages lie there', (type, direction, leaving, entering) => {
  const scene = at(type, 0.5, direction);
  expect(scene.leaving.matrix.slice(4)).toEqual(leaving.map((value) => expect.closeTo(value, 9)));
  expect(scene.entering.matrix.slice(4)).toEqual(entering.map((value) => expect.closeTo(value, 9)));
});

it.each<[type: SceneTransition['type'], direction: Direction | undefined, region: object]>([
  ['wipe', undefined, { kind: 'rect', x: 0, y: 0, width: 160, height: 360 }],
  ['wipe', 'left', { kind: 'rect', x: 480, y: 0, width: 160, height: 360 }],
  ['wipe', 'up', { kind: 'rect', x: 0, y: 270, width: 640, height: 90 }],
  ['circle', undefined, { kind: 'circle', x: 320, y: 180, radius: Math.hypot(640, 360) / 8 }],
  [
    'radial',
    undefined,
    {
      points: [
        { x: 320, y: 180 },
        { x: 320, y: 0 },
        { x: 640, y: 0 },
        { x: 640, y: 180 },
      ],
    },
  ],
  [
    'radial',
    'counterclockwise',
    {
      points: [
        { x: 320, y: 180 },
        { x: 320, y: 0 },
        { x: 0, y: 0 },
        { x: 0, y: 180 },
      ],
    },
  ],
])('a quarter of a %s %s shows that part', (type, direction, region) => {
  const shape = clipRegion(at(type, 0.25, direction).entering.clip!, PAGE);
  expect(rounded(shape)).toMatchObject(rounded(region));
});

function rounded(value: object): object {
  const round = (_: string, each: unknown): unknown => (typeof each === 'number' ? Math.round(each * 1e6) / 1e6 : each);
  return JSON.parse(JSON.stringify(value, round)) as object;
}

it('a dissolve shows the given share of grains, and keeps those already shown', () => {
  const shownAt = (shown: number): boolean[] =>
    Array.from({ length: 10_000 }, (_, i) =>
      dissolves({ shown, grain: 2, seed: 3 }, (i % 100) * 2, Math.floor(i / 100) * 2),
    );
  const [few, many] = [shownAt(0.3), shownAt(0.7)];
  expect(few.filter(Boolean).length / 10_000).toBeCloseTo(0.3, 1);
  expect(many.filter(Boolean).length / 10_000).toBeCloseTo(0.7, 1);
  expect(few.every((shows, i) => !shows || many[i])).toBe(true);
  expect(shownAt(0).some(Boolean)).toBe(false);
  expect(shownAt(1).every(Boolean)).toBe(true);
});

it('a cover differs from a slide: the page below stays, and fades', () => {
  const [covered, slid] = [at('cover', 0.5).leaving, at('slide', 0.5).leaving];
  expect(covered).toMatchObject({ matrix: [1, 0, 0, 1, 0, 0], opacity: 0.7 });
  expect(slid.matrix[4]).toBeCloseTo(-320 / 3, 9);
  expect(slid.opacity).toBe(1);
});

it.each(['in', 'out'] as const)('a zoom %s shows no page smaller than the frame', (direction) => {
  for (let step = 0; step <= 20; step += 1) {
    const { leaving, entering } = at('zoom', step / 20, direction);
    expect(Math.min(leaving.matrix[0], entering.matrix[0])).toBeGreaterThanOrEqual(1);
  }
});

it.each(['wipe', 'circle', 'radial'] as const)('the edge of a %s is soft', (type) => {
  expect(at(type, 0.5).entering.feather).toBeGreaterThan(0);
});

it('an easing that overshoots is clamped', () => {
  const transition = { type: 'push' as const, frames: 10, easing: 'out-back', backdrop: '#000000', seed: 0 };
  for (let step = 0; step <= 20; step += 1) {
    const { progress } = transitionAt(transition, step / 20, FRAME);
    expect(progress).toBeGreaterThanOrEqual(0);
    expect(progress).toBeLessThanOrEqual(1);
  }
});
