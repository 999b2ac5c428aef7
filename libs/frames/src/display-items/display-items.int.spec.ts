import { describe, expect, it } from '@jest/globals';
import { ANIMATION_TYPES, BLEND_MODES, IMAGE_EFFECTS, MASK_MODES, TRANSITION_TYPES } from '#libs/template';
import { sample } from '#libs/timeline';
import fc from 'fast-check';
import { psnr } from '../testing/psnr.js';
import {
  BOX,
  colorError,
  HEADLINE,
  PICTURE,
  SIZE,
  type SpecDocument,
  specRenderers,
  timelineOf,
} from '../testing/spec-renderers.js';

const renderers = specRenderers();

async function frameOf(document: SpecDocument, frame = 0): Promise<Uint8Array> {
  return renderers.frame(document, frame);
}

const optional = <T>(value: fc.Arbitrary<T>): fc.Arbitrary<T | undefined> =>
  fc.option(value, { nil: undefined, freq: 2 });

const animation = fc
  .record({
    // Those whose pictures change in place are the ones that could be mistaken for each other.
    type: fc.oneof(
      fc.constantFrom('draw', 'ken_burns', 'wipe', 'blur', 'typewriter'),
      fc.constantFrom(...ANIMATION_TYPES),
    ),
    duration: fc.constantFrom(0.2, 0.5),
    split: optional(fc.constantFrom('line', 'word', 'letter')),
  })
  .map(({ split, ...rest }) => ({ rest, split }));

const place = fc.record({
  x: fc.integer({ min: -40, max: 250 }),
  y: fc.double({ min: -20, max: 120, noNaN: true }),
  width: fc.integer({ min: 20, max: 200 }),
  height: fc.integer({ min: 15, max: 120 }),
});

const looks = fc.record({
  opacity: optional(fc.constantFrom(0.3, 0.75)),
  rotation: optional(fc.constantFrom(0, 12)),
  scale: optional(fc.constantFrom(0.3, 1.4, 2.9)),
  blend_mode: optional(fc.constantFrom(...BLEND_MODES)),
  blur: optional(fc.constantFrom(1.5, 4)),
  blur_edge: optional(fc.constantFrom('none', 'duplicate')),
  saturation: optional(fc.constantFrom(0.2)),
});

const kinds = fc.oneof(
  fc.constant({ type: 'shape', shape: 'star', fill_color: '#c2415b', stroke_color: '#14213d', stroke_width: 4 }),
  fc.constant({ type: 'text', text: 'Two words\nand more', font_size: 24, text_color: '#14213d' }),
  fc.record({
    type: fc.constant('image'),
    source_url: fc.constantFrom(PICTURE.source_url, 'http://a.example/large.png'),
    effect: fc.constantFrom(...IMAGE_EFFECTS),
    border_radius: fc.constantFrom(0, 12),
    border_width: fc.constantFrom(0, 4),
  }),
);

/** A layer in JSON, in which undefined fields are absent. */
const layer = fc
  .tuple(kinds, place, looks, optional(animation), optional(animation), optional(fc.constantFrom(...MASK_MODES)))
  .map(([kind, at, look, enter, loop, mask]) => {
    const animated = (it: typeof enter): object | undefined =>
      it && { ...it.rest, ...(kind.type === 'text' && it.split && { split: it.split }) };
    const masked = mask && { layer: 'cookie', mode: mask };
    return { ...kind, ...at, ...look, enter: animated(enter), loop_animation: animated(loop), mask: masked };
  });

const group = fc
  .tuple(place, looks, fc.boolean(), fc.array(layer, { minLength: 1, maxLength: 2 }))
  .map(([at, look, clip, layers]) => ({ type: 'group', ...at, ...look, clip, layers }));

const transitions = fc.constantFrom(...TRANSITION_TYPES);

const documents = fc
  .tuple(fc.array(fc.oneof(layer, group), { minLength: 1, maxLength: 4 }), transitions)
  .map(([layers, type]): SpecDocument => {
    let count = 0;
    const named = (each: Record<string, unknown>): Record<string, unknown> => ({
      ...each,
      name: `layer ${count++}`,
      ...(Array.isArray(each['layers']) && { layers: (each['layers'] as Record<string, unknown>[]).map(named) }),
    });
    const cookie = { ...BOX, name: 'cookie', shape: 'ellipse', loop_animation: { type: 'float', duration: 0.7 } };
    const first = {
      ...{ number: 1, duration: 1, background_color: 'linear-gradient(#dde, #bbc)' },
      layers: [cookie, ...layers.map((each) => named(each as Record<string, unknown>))],
    };
    const second = { number: 2, duration: 1, background_color: '#203040', transition: { type, duration: 0.5 } };
    return JSON.parse(JSON.stringify({ pages: [first, { ...second, layers: [HEADLINE] }] })) as SpecDocument;
  });

describe('frames of random documents', () => {
  it('are the same bytes whatever was drawn before them: after the frame before, after a later one, and alone', async () => {
    await fc.assert(
      fc.asyncProperty(documents, fc.nat(35), async (document, alone) => {
        const count = timelineOf(document).frameCount;
        const numbers = Array.from({ length: Math.ceil(count / 3) }, (_, index) => 3 * index);
        const forwards = await renderers.frames(document, numbers);
        const backwards = await renderers.frames(document, numbers.toReversed());
        for (const [index, frame] of backwards.reverse().entries()) {
          expect(Buffer.compare(frame, forwards[index]!)).toBe(0);
        }
        const single = Math.floor((alone % count) / 3);
        expect(Buffer.compare(await frameOf(document, numbers[single]), forwards[single]!)).toBe(0);
      }),
      { numRuns: 15, endOnFailure: true },
    );
  });
});

/** Drawn by Skia as one group, which at this opacity the kernel blends as if it were opaque. */
function bySkia(layers: readonly object[]): object[] {
  return [{ name: 'all', type: 'group', width: '100%', height: '100%', opacity: 0.999, layers }];
}

describe('Skia’s picture and the kernel’s agree within 45 dB', () => {
  const below = { ...PICTURE, name: 'below', image_size: 'cover' };
  it.each<[string, object[]]>([
    ['a filter', [below, { ...HEADLINE, blur: 3, brightness: 1.2 }]],
    [
      'a mask',
      [
        { ...HEADLINE, text_color: '#fff' },
        { ...below, mask: { layer: 'headline' } },
      ],
    ],
    [
      'a luma mask',
      [
        { ...HEADLINE, text_color: '#888' },
        { ...below, mask: { layer: 'headline', mode: 'luma' } },
      ],
    ],
    ['an inverted mask', [HEADLINE, { ...below, mask: { layer: 'headline', mode: 'alpha-inverted' } }]],
    ['an effect', [{ ...below, effect: 'sepia blur' }]],
    ['opacity', [below, { ...HEADLINE, opacity: 0.5 }]],
  ])('on %s', async (_, layers) => {
    expect(psnr(await frameOf({ layers }), await frameOf({ layers: bySkia(layers) }))).toBeGreaterThan(45);
  });

  it('on a group in which a number counts, painted by its parts', async () => {
    const plate = { ...BOX, x: 0, y: 0, width: 200, height: 100, name: 'plate', border_radius: 12 };
    const figure = { ...HEADLINE, x: 20, y: 20, width: 160, text: '480', enter: { type: 'count', duration: 1 } };
    const card = { name: 'card', type: 'group', x: 60, y: 40, width: 200, height: 100, opacity: 0.8, rotation: -4 };
    const byParts = await renderers.render({ layers: [below, { ...card, layers: [plate, figure] }] });
    // Skia draws all of a group in which a layer has a blend mode.
    const blended = { ...plate, blend_mode: 'multiply' };
    const whole = await renderers.render({ layers: [below, { ...card, layers: [blended, figure] }] });
    for (const frame of [3, 9, 15])
      expect(psnr(await byParts.render(frame), await whole.render(frame))).toBeGreaterThan(45);
  });

  it.each(BLEND_MODES.map((mode) => [mode]))('on the blend mode %s', async (blend_mode) => {
    const ramp = { ...BOX, fill_color: 'linear-gradient(90deg, #c2415b, #e2a03f, #0f766e)', blend_mode };
    const layers = [below, ramp];
    expect(psnr(await frameOf({ layers }), await frameOf({ layers: bySkia(layers) }))).toBeGreaterThan(45);
  });

  it.each([['line'], ['word'], ['letter']])('on a text that comes to rest %s by piece', async (split) => {
    const text = { ...HEADLINE, text: 'Quiet evening\nlight', height: 100, font_size: 30 };
    const enter = { type: 'fade', split, duration: 0.251, stagger: 0, easing: 'linear' };
    const arriving = { layers: [{ ...text, enter }] };
    // At the sixth frame the pieces are all but opaque, and still drawn one by one.
    expect(sample(timelineOf(arriving), 6).pages[0]!.nodes[0]!.pieces).toBeDefined();
    const settled = await frameOf({ layers: [text] }, 6);
    expect(psnr(settled, await frameOf(arriving, 6))).toBeGreaterThan(45);
  });
});

describe('a mask that moves', () => {
  const TURNING = {
    ...{
      name: 'cookie',
      type: 'shape',
      shape: 'star',
      x: 160.3,
      y: 90.6,
      width: 140,
      height: 130,
      anchor_x: 0.5,
      anchor_y: 0.5,
    },
    fill_color: '#ffffff',
    keyframes: {
      rotation: [
        { time: 0, value: 0, easing: 'linear' },
        { time: 1, value: 70 },
      ],
      scale: [
        { time: 0, value: 0.7, easing: 'linear' },
        { time: 1, value: 1.2 },
      ],
    },
  };
  const shown = { ...PICTURE, image_size: 'cover' };

  it.each([['alpha'], ['luma']])('turns and grows as by Skia, painted once: %s', async (mode) => {
    const layers = [TURNING, { ...shown, mask: { layer: 'cookie', mode } }];
    const renderer = await renderers.render({ layers });
    // Skia draws all of a group in a group.
    const ground = { name: 'ground', type: 'shape', fill_color: '#ffffff' };
    const inner = { name: 'inner', type: 'group', opacity: 0.999, layers: [ground, ...layers] };
    const reference = await renderers.render({ layers: bySkia([inner]) });
    for (let frame = 0; frame < 24; frame++) {
      expect(psnr(await renderer.render(frame), await reference.render(frame))).toBeGreaterThan(45);
    }
    // The picture; the mask upright, turned, and twice as dense when it is larger.
    expect(renderer.stats.rastersPainted).toBe(4);
  });

  it('hides everything while it is outside of the frame', async () => {
    const away = { ...BOX, x: 400, name: 'cookie' };
    const frame = await frameOf({ layers: [away, { ...shown, mask: { layer: 'cookie' } }] });
    expect(Buffer.compare(frame, await frameOf({ layers: [] }))).toBe(0);
  });
});

describe('edges on odd and broken pixels do not bleed', () => {
  const red = { ...BOX, name: 'red', x: 41, y: 31, width: 99, height: 59, fill_color: '#ff0000' };
  const whole = { ...red, x: 0, y: 0, width: SIZE.width, height: SIZE.height };
  const cases: [string, object[]][] = [
    [
      'a clipped group',
      [{ ...red, type: 'group', fill_color: undefined, clip: true, layers: [{ ...whole, name: 'w' }] }],
    ],
    ['a mask', [red, { ...whole, name: 'w', mask: { layer: 'red' } }]],
    ['a wipe that is nearly done', [{ ...red, enter: { type: 'wipe', duration: 1, easing: 'linear' } }]],
    ['a blend mode', [{ ...red, blend_mode: 'multiply' }]],
    ['a group', [{ name: 'g', type: 'group', opacity: 0.999, layers: [red] }]],
  ];
  it.each(cases)('of %s', async (name, layers) => {
    const json = JSON.parse(JSON.stringify({ layers })) as SpecDocument;
    const frame = await frameOf(json, name.startsWith('a wipe') ? 23 : 0);
    const outside = [[39, 60], [142, 60], [90, 29], [90, 92]] as const; // prettier-ignore
    const inside = [[42, 60], [132, 60], [90, 32], [90, 88], [41, 60], [90, 31]] as const; // prettier-ignore
    for (const at of outside) expect(colorError(frame, at, [255, 255, 255])).toBeLessThanOrEqual(1);
    for (const at of inside.slice(0, 4)) expect(colorError(frame, at, [255, 0, 0])).toBeLessThanOrEqual(2);
  });

  it('of a wipe look like those of the layer at rest', async () => {
    const wiped = await frameOf({ layers: [{ ...red, enter: { type: 'wipe', duration: 1, easing: 'linear' } }] }, 20);
    const rested = await frameOf({ layers: [red] });
    const edge = (frame: Uint8Array): number[] => {
      const luma = SIZE.width * SIZE.height;
      const cell = luma + 30 * (SIZE.width / 2) + 20;
      return [frame[60 * SIZE.width + 41]!, frame[cell]!, frame[cell + luma / 4]!];
    };
    const [a, b] = [edge(wiped), edge(rested)];
    a.forEach((value, i) => expect(Math.abs(value - b[i]!)).toBeLessThanOrEqual(1));
  });
});

describe('a blur at the edges of a box', () => {
  const BLACK = { number: 1, duration: 1, background_color: '#000000' };
  const BLUE = [37, 99, 235] as const;
  const DARK = [0, 0, 0] as const;
  const blurred = (layers: object[], frame = 0) => frameOf({ pages: [{ ...BLACK, layers }] }, frame);
  const corners = [
    [2, 2],
    [2, 176],
    [60, 2],
  ] as const;

  it('does not darken a picture that covers the frame, neither as a filter nor in an animation', async () => {
    const filtered = await blurred([{ ...PICTURE, blur: 12 }]);
    const entering = await blurred([{ ...PICTURE, enter: { type: 'blur', duration: 1, easing: 'linear' } }], 12);
    // The animation fades the picture in, too: the corners are as bright as a place far from any edge.
    const middle = entering[90 * SIZE.width + 60]!;
    expect(corners.map((at) => colorError(filtered, at, BLUE) <= 2)).toEqual([true, true, true]);
    expect(corners.map(([x, y]) => Math.abs(entering[y * SIZE.width + x]! - middle) <= 2)).toEqual([true, true, true]);
  });

  it('fades as on the web if blur_edge is none', async () => {
    const frame = await blurred([{ ...PICTURE, blur: 12, blur_edge: 'none' }]);
    expect(Math.min(...corners.map((at) => colorError(frame, at, BLUE)))).toBeGreaterThan(20);
  });

  it.each([
    { rotation: 0, inside: [44, 60], outside: [36, 60] },
    { rotation: 90, inside: [90, 14], outside: [90, 6] },
  ] as const)('stays in the box if blur_edge is duplicate: rotated by $rotation', async ({ rotation, ...points }) => {
    const place = { x: 90, y: 60, anchor_x: 0.5, anchor_y: 0.5, rotation, fill_color: '#2563eb', blur: 8 };
    const sharp = await blurred([{ ...BOX, ...place, blur_edge: 'duplicate' }]);
    const spread = await blurred([{ ...BOX, ...place }]);
    expect(colorError(sharp, points.inside, BLUE)).toBeLessThanOrEqual(2);
    expect(colorError(sharp, points.outside, DARK)).toBeLessThanOrEqual(1);
    expect(colorError(spread, points.inside, BLUE)).toBeGreaterThan(20);
    expect(colorError(spread, points.outside, DARK)).toBeGreaterThan(5);
  });

  it('stays in the box of a group, also inside a group that Skia composes', async () => {
    const box = { ...BOX, x: 0, y: 0, fill_color: '#2563eb' };
    const group = {
      name: 'group',
      type: 'group',
      x: 40,
      y: 30,
      width: 100,
      height: 60,
      blur: 8,
      blur_edge: 'duplicate',
    };
    const outer = { name: 'outer', type: 'group', opacity: 0.999, layers: [{ ...group, layers: [box] }] };
    for (const layer of [{ ...group, layers: [box] }, outer]) {
      const frame = await blurred([layer]);
      expect(colorError(frame, [44, 60], BLUE)).toBeLessThanOrEqual(2);
      expect(colorError(frame, [36, 60], DARK)).toBeLessThanOrEqual(1);
    }
  });
});
