import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { boundsOf } from '#libs/document';
import { validateTemplate, type TemplateDocument } from '#libs/template';
import { compile } from '../compile/compile.js';
import { sample } from './sample.js';
import type { Scene, SceneNode } from './scene.js';

type Json = Record<string, unknown>;

const FPS = 20;

function load(pages: Json[]): TemplateDocument {
  const numbered = pages.map((page, index) => ({ number: index + 1, ...page }));
  const checked = validateTemplate({ name: 'x', width: 400, height: 200, pages: numbered });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.value;
}

/** A layer on a page of 4 s (80 frames): its node at each of the given frames. */
function nodesOf(layer: Json, frames: readonly number[]): (SceneNode | undefined)[] {
  const box = { type: 'shape', name: 'a', x: 100, y: 50, width: 40, height: 20 };
  const timeline = compile(load([{ duration: 4, layers: [{ ...box, ...layer }] }]), { fps: FPS });
  return frames.map((frame) => sample(timeline, frame).pages[0]!.nodes[0]);
}

function opacities(layer: Json, frames: readonly number[]): number[] {
  return nodesOf(layer, frames).map((node) => Number((node?.opacity ?? 0).toFixed(6)));
}

function places(layer: Json, frames: readonly number[]): [x: number, y: number][] {
  return nodesOf(layer, frames).map((node) => [round(node!.matrix[4]), round(node!.matrix[5])]);
}

function round(value: number): number {
  return Math.round(value * 1000) / 1000;
}

const LINEAR = { easing: 'linear', duration: 1 };

describe('a layer is there', () => {
  it('from its start to its end', () => {
    expect(opacities({ start: 0.7, duration: 1 }, [13, 14, 33, 34])).toEqual([0, 1, 1, 0]);
  });

  it("to its page's end, whatever its duration", () => {
    expect(opacities({ duration: 99 }, [0, 79])).toEqual([1, 1]);
  });

  it.each<[what: string, layer: Json]>([
    ['hidden', { visible: false }],
    ['transparent', { opacity: 0 }],
    ['scaled to nothing', { scale: 0 }],
    ['empty', { width: 0 }],
    ['over before it begins', { start: 9 }],
  ])('not at all when %s', (_, layer) => expect(nodesOf(layer, [0, 40])).toEqual([undefined, undefined]));

  it('as a line even where its box is flat', () => {
    expect(nodesOf({ shape: 'line', height: 0 }, [0])[0]?.box).toEqual({ width: 40, height: 0 });
  });
});

describe('a fade', () => {
  it('lets a layer in and out over its duration', () => {
    const layer = { enter: { type: 'fade', ...LINEAR }, exit: { type: 'fade', ...LINEAR } };
    expect(opacities(layer, [0, 5, 10, 20, 40, 60, 70, 79])).toEqual([0, 0.25, 0.5, 1, 1, 1, 0.5, 0.05]);
  });

  it("multiplies with the layer's own opacity", () => {
    expect(opacities({ opacity: 0.5, enter: { type: 'fade', ...LINEAR } }, [10])).toEqual([0.25]);
  });

  it('waits for its delay', () => {
    expect(opacities({ enter: { type: 'fade', ...LINEAR, delay: 1 } }, [10, 20, 30, 40])).toEqual([0, 0, 0.5, 1]);
  });

  it('ends with the layer, where that ends before its page', () => {
    expect(opacities({ start: 1, duration: 2, exit: { type: 'fade', ...LINEAR } }, [40, 50, 59, 60])).toEqual([
      1, 0.5, 0.05, 0,
    ]);
  });

  it('shrinks in proportion with the other where both do not fit', () => {
    const layer = { duration: 1, enter: { type: 'fade', ...LINEAR, duration: 3 }, exit: { type: 'fade', ...LINEAR } };
    expect(opacities(layer, [0, 3, 15, 18])).toEqual([0, 0.2, 1, 0.4]);
  });
});

describe('a slide', () => {
  it.each<[direction: string, from: [number, number], to: [number, number]]>([
    ['up', [100, 200], [100, -20]],
    ['down', [100, -20], [100, 200]],
    ['left', [400, 50], [-40, 50]],
    ['right', [-40, 50], [400, 50]],
    ['down-right', [-40, -20], [400, 200]],
  ])('%s comes from outside the frame and leaves on the other side', (direction, from, to) => {
    const slide = { type: 'slide', direction, ...LINEAR };
    const [start, settled] = places({ enter: slide }, [0, 20]);
    expect([start, settled]).toEqual([from, [100, 50]]);
    const [staying, last] = places({ exit: slide }, [60, 79]);
    expect(staying).toEqual([100, 50]);
    expect(last![0]).toBeCloseTo(100 + (to[0] - 100) * 0.95, 3);
    expect(last![1]).toBeCloseTo(50 + (to[1] - 50) * 0.95, 3);
  });

  it('is out of the frame, turned and scaled layers too', () => {
    const [node] = nodesOf({ rotation: 30, scale: 3, enter: { type: 'slide', direction: 'left' } }, [0]);
    expect(boundsOf(node!.box, node!.matrix).x).toBeCloseTo(400, 6);
  });

  it('over a distance starts that far away, and fades', () => {
    const layer = { enter: { type: 'slide', direction: 'up', distance: '10%', ...LINEAR } };
    expect(places(layer, [5, 10, 20])).toEqual([
      [100, 65],
      [100, 60],
      [100, 50],
    ]);
    expect(opacities(layer, [0, 10, 20])).toEqual([0, 0.5, 1]);
  });

  it('rests at the place of the layer, for which painters raster it', () => {
    const [moving, settled] = nodesOf({ enter: { type: 'slide', direction: 'up', ...LINEAR } }, [5, 20]);
    expect(moving!.rest).toEqual(settled!.matrix);
    expect(settled!.rest).toEqual(settled!.matrix);
  });
});

describe('keyframes', () => {
  const x = [
    { time: 1, value: 100, easing: 'linear' },
    { time: 2, value: '50%', easing: 'steps(1)' },
    { time: 3, value: 0 },
  ];

  it('lead from one value to the next, and hold before the first and after the last', () => {
    expect(places({ keyframes: { x } }, [0, 20, 30, 40, 50, 60, 79]).map(([left]) => left)).toEqual([
      100, 100, 150, 200, 200, 0, 0,
    ]);
  });

  it('count from the start of the layer, in any order', () => {
    expect(places({ start: 1, keyframes: { x: x.toReversed() } }, [50])[0]![0]).toBe(150);
  });

  it('of place leave the content alone, and rest at the end at the largest scale', () => {
    const scale = [
      { time: 0, value: 2 },
      { time: 1, value: 1 },
    ];
    const [first, second] = nodesOf({ keyframes: { x, scale } }, [0, 30]);
    expect(first!.content).toBe(second!.content);
    expect(first!.rest).toEqual([2, 0, 0, 2, 0, 50]);
    expect(second!.rest).toEqual(first!.rest);
  });

  it('of scale give the largest one around an instant, as a share of that at rest', () => {
    const scale = [
      { time: 0, value: 2 },
      { time: 1, value: 0.5 },
      { time: 2, value: 1 },
    ];
    const shares = nodesOf({ keyframes: { scale } }, [0, 15, 30, 45, 70]).map((node) => node!.scaleShare);
    expect(shares).toEqual([1, 1, 0.5, 0.5, 0.5]);
    expect(nodesOf({}, [0])[0]!.scaleShare).toBeUndefined();
  });

  it('of the size of a box give the size that it comes to, until it has it', () => {
    const width = [
      { time: 0, value: 100, easing: 'linear' },
      { time: 2, value: '50%' },
    ];
    const [first, last] = nodesOf({ height: 40, keyframes: { width } }, [0, 60]);
    expect(first!.restBox).toEqual({ width: last!.box.width, height: 40 });
    expect([last!.restBox, nodesOf({}, [0])[0]!.restBox]).toEqual([undefined, undefined]);
  });

  it('of looks change the content', () => {
    const fill = {
      fill_color: [
        { time: 0, value: 'black', easing: 'linear' },
        { time: 2, value: 'white' },
      ],
    };
    const [first, second] = nodesOf({ keyframes: fill }, [0, 20]);
    expect(first!.content).not.toBe(second!.content);
    expect(second!.layer).toMatchObject({ fillColor: 'rgb(99, 99, 99)' });
  });
});

describe('a page transition', () => {
  const pages = [
    { duration: 2, layers: [{ type: 'shape', name: 'a' }] },
    { duration: 2, transition: { type: 'fade', duration: 1, easing: 'linear' } },
  ];
  const timeline = compile(load(pages), { fps: FPS });

  it('shows both pages and its progress, from its first frame to its last', () => {
    const shown = [19, 20, 30, 39, 40].map((frame) => sample(timeline, frame));
    expect(shown.map((scene) => scene.pages.map((page) => page.key))).toEqual([
      ['pages[0]'],
      ['pages[0]', 'pages[1]'],
      ['pages[0]', 'pages[1]'],
      ['pages[0]', 'pages[1]'],
      ['pages[1]'],
    ]);
    expect(shown.map((scene) => scene.transition?.progress)).toEqual([undefined, 0, 0.5, 0.95, undefined]);
  });

  it.each([-1, 60, 0.5, NaN])('has no frame %d', (frame) => expect(() => sample(timeline, frame)).toThrow(RangeError));
});

describe('any valid document', () => {
  const easing = fc.constantFrom(
    'linear',
    'ease-out',
    'spring',
    'in-out-back',
    'steps(3)',
    'cubic-bezier(0.2, 0, 0, 1)',
  );
  const length = fc.oneof(fc.integer({ min: -50, max: 450 }), fc.constantFrom('0%', '33.3%', '100%'));
  const extent = fc.oneof(fc.integer({ min: 0, max: 450 }), fc.constantFrom('0%', '33.3%', '100%'));
  const seconds = fc.integer({ min: 1, max: 300 }).map((n) => n / 100);
  const animation = fc.record(
    {
      type: fc.constantFrom('fade', 'slide'),
      duration: seconds,
      delay: seconds,
      easing,
      direction: fc.constantFrom('up', 'left', 'down-right'),
      distance: length,
    },
    { requiredKeys: ['type'] },
  );
  const track = fc.array(fc.record({ time: seconds, value: fc.integer({ min: 0, max: 1 }), easing }), {
    minLength: 1,
    maxLength: 4,
  });
  const layer = fc.record(
    {
      x: length,
      y: length,
      width: extent,
      height: extent,
      anchor_x: fc.constantFrom(0, 0.5, 1),
      rotation: fc.integer({ min: -400, max: 400 }),
      scale: fc.constantFrom(0, 0.5, 2),
      opacity: fc.constantFrom(0, 0.3, 1),
      start: seconds,
      duration: seconds,
      enter: animation,
      exit: animation,
      keyframes: fc.record({ x: track, opacity: track, scale: track, border_radius: track }, { requiredKeys: [] }),
    },
    { requiredKeys: [] },
  );
  const page = fc.record({
    duration: seconds,
    overlap: fc.double({ min: 0.01, max: 0.5, noNaN: true }),
    layers: fc.array(layer, { maxLength: 3 }),
  });
  const document = fc.array(page, { minLength: 1, maxLength: 5 }).map((pages) =>
    load(
      pages.map(({ duration, overlap, layers }, index) => ({
        duration,
        layers: layers.map((each, n) => ({ ...each, type: 'shape', name: `s${n}` })),
        ...(index > 0 && {
          transition: { type: 'fade', duration: overlap * Math.min(duration, pages[index - 1]!.duration) },
        }),
      })),
    ),
  );

  it('has as many frames as its pages minus their overlaps, each valid and finite', () => {
    fc.assert(
      fc.property(document, fc.constantFrom(12, 24, 30), (valid, fps) => {
        const timeline = compile(valid, { fps });
        const lengths = timeline.pages.map((each) => each.toFrame - each.fromFrame - (each.transition?.frames ?? 0));
        expect(lengths.reduce((sum, frames) => sum + frames, 0)).toBe(timeline.frameCount);
        for (let frame = 0; frame < timeline.frameCount; frame += 1) expectWhole(sample(timeline, frame));
      }),
      { numRuns: 150 },
    );
  });

  it('gives the same scene for a frame in any order of sampling', () => {
    fc.assert(
      fc.property(document, fc.nat(), (valid, seed) => {
        const timeline = compile(valid, { fps: 24 });
        const frame = seed % timeline.frameCount;
        for (let earlier = 0; earlier < frame; earlier += 7) sample(timeline, earlier);
        const fresh = compile(JSON.parse(JSON.stringify(valid)) as TemplateDocument, { fps: 24 });
        expect(sample(timeline, frame)).toEqual(sample(fresh, frame));
      }),
      { numRuns: 100 },
    );
  });
});

function expectWhole(scene: Scene): void {
  const { pages, transition } = scene;
  if (pages.length !== (transition ? 2 : 1)) throw new Error(`${pages.length} pages at once`);
  if (transition && !(transition.progress >= 0 && transition.progress <= 1))
    throw new Error(`progress ${transition.progress}`);
  for (const node of pages.flatMap((page) => page.nodes)) {
    const numbers = [...node.matrix, ...node.rest, node.box.width, node.box.height, node.timeS];
    if (!numbers.every(Number.isFinite) || !(node.opacity > 0 && node.opacity <= 1))
      throw new Error(JSON.stringify(node));
  }
}
