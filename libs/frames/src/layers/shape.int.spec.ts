import { describe, expect, it } from '@jest/globals';
import { BOX, colorError, specRenderers } from '../testing/spec-renderers.js';

const renderers = specRenderers();

type Point = readonly [x: number, y: number];
type Rgb = readonly [number, number, number];

const TEAL: Rgb = [15, 118, 110];
const RED: Rgb = [255, 0, 0];
const PINK: Rgb = [255, 127.5, 127.5];
const WHITE: Rgb = [255, 255, 255];

/** Draws one shape in a box of 100 × 60 px at (40, 30) and names the points that do not have their color. */
async function wrongPoints(shape: object, expected: readonly (readonly [Point, Rgb])[]): Promise<Point[]> {
  const frame = await renderers.frame({ layers: [{ ...BOX, ...shape }] });
  return expected.filter(([point, rgb]) => colorError(frame, point, rgb) > 1).map(([point]) => point);
}

describe('a shape layer', () => {
  it.each([
    {
      shape: 'rectangle',
      inside: [
        [42, 32],
        [137, 87],
      ],
      outside: [
        [36, 60],
        [144, 60],
      ],
    },
    {
      shape: 'ellipse',
      inside: [
        [90, 34],
        [46, 60],
      ],
      outside: [
        [43, 33],
        [136, 86],
      ],
    },
    {
      shape: 'triangle',
      inside: [
        [90, 40],
        [46, 87],
      ],
      outside: [
        [50, 40],
        [130, 40],
      ],
    },
    {
      shape: 'polygon',
      sides: 4,
      inside: [
        [90, 34],
        [46, 60],
      ],
      outside: [
        [46, 36],
        [134, 84],
      ],
    },
    {
      shape: 'star',
      points: 5,
      inside: [
        [90, 60],
        [90, 36],
      ],
      outside: [
        [60, 36],
        [90, 86],
      ],
    },
    {
      shape: 'path',
      path: 'M0 0 H50 V60 H0 Z',
      inside: [
        [42, 32],
        [86, 87],
      ],
      outside: [
        [94, 60],
        [137, 60],
      ],
    },
  ] as const)('fills a $shape', async ({ inside, outside, ...shape }) => {
    const points = [...inside.map((at) => [at, TEAL] as const), ...outside.map((at) => [at, WHITE] as const)];
    expect(await wrongPoints(shape, points)).toEqual([]);
  });

  it('keeps the stroke of a closed shape inside its box', async () => {
    const stroked = { stroke_color: '#ff0000', stroke_width: 8 };
    const points = [
      [[42, 60], RED],
      [[46, 60], RED],
      [[50, 60], TEAL],
      [[36, 60], WHITE],
    ] as const;
    expect(await wrongPoints(stroked, points)).toEqual([]);
  });

  it('draws a line half-way down, dashed 3:1 in stroke widths', async () => {
    const line = { shape: 'line', stroke_color: '#ff0000', stroke_width: 8, stroke_style: '3:1' };
    const points = [
      [[42, 60], RED],
      [[60, 60], RED],
      [[68, 60], WHITE],
      [[76, 60], RED],
      [[60, 50], WHITE],
    ] as const;
    expect(await wrongPoints(line, points)).toEqual([]);
  });

  it('rounds the corners of a rectangle', async () => {
    expect(
      await wrongPoints({ border_radius: 30 }, [
        [[43, 33], WHITE],
        [[90, 32], TEAL],
      ]),
    ).toEqual([]);
  });

  it('casts shadows beside itself, the first of the list on top', async () => {
    const shadows = { shape_shadow: '120px 0 red, 140px 20px #0f766e' };
    const points = [
      [[170, 40], RED],
      [[240, 60], RED],
      [[270, 100], TEAL],
      [[200, 100], TEAL],
      [[150, 100], WHITE],
    ] as const;
    expect(await wrongPoints(shadows, points)).toEqual([]);
  });

  it('casts the shadow of a turned shape straight down the turned axis', async () => {
    const turned = {
      x: 160,
      y: 90,
      anchor_x: 0.5,
      anchor_y: 0.5,
      width: 40,
      height: 20,
      rotation: 90,
      shape_shadow: '60px 0 red',
    };
    const points = [
      [[160, 90], TEAL],
      [[160, 150], RED],
      [[220, 90], WHITE],
    ] as const;
    expect(await wrongPoints(turned, points)).toEqual([]);
  });

  it('casts one shadow of fill and stroke, no darker where both are', async () => {
    const shadowed = { stroke_color: '#000000', stroke_width: 12, shape_shadow: '120px 0 rgba(255, 0, 0, 0.5)' };
    const points = [
      [[162, 60], PINK],
      [[169, 60], PINK],
      [[200, 60], PINK],
      [[146, 60], WHITE],
    ] as const;
    expect(await wrongPoints(shadowed, points)).toEqual([]);
  });

  it('casts a shadow of its box, which is not seen through it', async () => {
    const boxed = { shape: 'ellipse', fill_color: 'transparent', shadow_of: 'box', shape_shadow: '0 0 0 8px red' };
    const points = [
      [[34, 60], RED],
      [[34, 24], RED],
      [[42, 32], WHITE],
      [[90, 60], WHITE],
      [[90, 94], RED],
    ] as const;
    expect(await wrongPoints(boxed, points)).toEqual([]);
  });

  it.each([
    {
      name: 'ellipse',
      shape: { shape: 'ellipse' },
      points: [
        [122, 41],
        [122, 78],
        [57, 41],
      ],
    },
    {
      name: 'rectangle',
      shape: {},
      points: [
        [60, 34],
        [136, 60],
        [44, 60],
      ],
    },
    {
      name: 'rounded rectangle',
      shape: { border_radius: 30 },
      points: [
        [104, 34],
        [130, 60],
        [44, 60],
      ],
    },
    {
      name: 'triangle',
      shape: { shape: 'triangle' },
      points: [
        [110, 55],
        [90, 86],
        [70, 55],
      ],
    },
    {
      name: 'star',
      shape: { shape: 'star' },
      points: [
        [97, 45],
        [97, 75],
        [83, 45],
      ],
    },
  ] as const)('is drawn clockwise from the top: $name', async ({ shape, points }) => {
    const stroked = { fill_color: 'transparent', stroke_color: '#ff0000', stroke_width: 8 };
    const enter = { type: 'draw', duration: 1, easing: 'linear' };
    const renderer = await renderers.render({ layers: [{ ...BOX, ...stroked, ...shape, enter }] });
    const quarter = await renderer.render(6);
    const isInked = (point: Point): boolean => colorError(quarter, point, WHITE) > 20;
    expect(points.map(isInked)).toEqual([true, false, false]);
  });
});
