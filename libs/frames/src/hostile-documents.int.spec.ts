import { describe, expect, it } from '@jest/globals';
import {
  ANIMATION_TYPES,
  BLEND_MODES,
  CHART_TYPES,
  CODE_TYPES,
  DIRECTIONS,
  IMAGE_EFFECTS,
  IMAGE_SIZES,
  MASK_MODES,
  SHAPE_FORMS,
  TRANSITION_TYPES,
} from '#libs/template';
import { stillRunsOf } from '#libs/timeline';
import fc from 'fast-check';
import { PICTURE, specRenderers, timelineOf } from './testing/spec-renderers.js';

type Json = Readonly<Record<string, unknown>>;

const renderers = specRenderers();

const one = (...values: unknown[]): fc.Arbitrary<unknown> => fc.constantFrom(...values);
const number = (...values: number[]): fc.Arbitrary<number> => fc.constantFrom(...values);
const length = one(0, 12.5, -30, 301, '50%', '-20%');
const extent = one(0, 0.001, 41.5, 120, 3000, '50%', '100%');
const color = one('red', '#12345678', 'oklch(60% 0.2 20)', 'transparent', ' RGB(0 128 255 / 50%)');
const paint = one('teal', 'linear-gradient(30deg, red, #0000 40%, blue)', 'radial-gradient(circle 10px, white, teal)');
const shadow = one('2px 3px 4px rgba(0,0,0,.5)', '-5px 0 0 red, 0 0 12px 6px blue');
const words = one(
  'Déjà vu 1,234 👨‍👩‍👧 مرحبا',
  'नमस्ते 你好。',
  '',
  ' \t',
  'H₂O soft\u00adhyphen\u00adated',
  'שלום (x)\n\n12',
);

const animation = fc.record(
  {
    ...{ type: one(...ANIMATION_TYPES), duration: number(0.04, 0.3, 1), direction: one(...DIRECTIONS) },
    ...{ easing: one('linear', 'spring', 'out-bounce'), distance: length, split: one('line', 'word', 'letter') },
  },
  { requiredKeys: ['type'] },
);

function track(value: fc.Arbitrary<unknown>): fc.Arbitrary<Json[]> {
  return fc.array(fc.record({ time: number(0, 0.1, 0.4), value }), { minLength: 1, maxLength: 3 });
}

const PLACED = {
  ...{
    x: length,
    y: length,
    width: extent,
    height: extent,
    rotation: number(0, 90, 33.3),
    scale: number(1, 2.5, 0.01),
  },
  ...{ opacity: number(0.5, 1), start: number(0, 0.1), duration: number(0.1, 1), blend_mode: one(...BLEND_MODES) },
  ...{ blur: number(0, 2, 30), saturation: number(0, 3), enter: animation, exit: animation, loop_animation: animation },
  keyframes: fc.record({ x: track(length), width: track(extent), opacity: track(number(0, 1)) }, { requiredKeys: [] }),
};
const WRITTEN = {
  ...{ font_size: number(1, 24, 200), tracking: number(-5, 10), line_height: number(0, 3), text_color: paint },
  ...{
    align: one('center', 'justify'),
    overflow: one('clip', 'ellipsis'),
    outline_width: one('thick'),
    max_lines: number(1),
  },
  ...{
    fit_text: one(true, 'shrink'),
    text_wrap: one('balance'),
    underline: fc.boolean(),
    text_shadow: shadow,
    background_color: paint,
    padding: number(200),
  },
};
const BORDERED = { border_width: number(1.5, 300), border_radius: number(9, 500), border_color: color };

/** Fields that a layer of each kind has, and fields that it may have. */
const KINDS: Readonly<Record<string, { own: Json; may: Record<string, fc.Arbitrary<unknown>> }>> = {
  text: { own: { text: 'words' }, may: { text: words, ...WRITTEN } },
  image: {
    own: { source_url: PICTURE.source_url },
    may: { image_size: one(...IMAGE_SIZES), effect: one(...IMAGE_EFFECTS), image_shadow: shadow, ...BORDERED },
  },
  shape: {
    own: { path: 'M0 0 L100 0 A50 50 0 01 100 100 H0 Z' },
    may: {
      ...{ shape: one(...SHAPE_FORMS), fill_color: paint, stroke_color: color, stroke_width: number(0.5, 60) },
      ...{ stroke_style: one('1:1'), shape_shadow: shadow, border_radius: number(9, 500) },
    },
  },
  rating: {
    own: { rating: 2.5 },
    may: { icon: one('heart', 'circle'), gap: number(0, 300), rating_max: number(1, 20) },
  },
  machine_code: {
    own: { text: '400638133393' },
    may: { code_type: one(...CODE_TYPES.filter((type) => !['upca', 'itf14'].includes(type))), ...BORDERED },
  },
  chart: {
    own: {
      chart_data: [
        { label: 'a', value: 0 },
        { label: 'مرحبا', value: 1e12 },
      ],
    },
    may: { chart_type: one(...CHART_TYPES), font_size: number(1, 300), show_values: fc.boolean() },
  },
  caption: {
    own: { cues: [{ start: 0, end: 9, text: 'one two مرحبا' }] },
    may: { mode: one('word', 'highlight'), active_background_color: color, ...WRITTEN },
  },
};

/** About a third of what a layer may have. */
function some(may: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<Json> {
  const chosen = fc.subarray(Object.keys(may), { maxLength: Math.ceil(Object.keys(may).length / 3) });
  return chosen.chain((names) => fc.record(Object.fromEntries(names.map((name) => [name, may[name]!]))));
}

const leaf = fc.constantFrom(...Object.keys(KINDS)).chain((type) => {
  const { own, may } = KINDS[type]!;
  return some({ ...PLACED, ...may }).map((more): Json => ({ type, ...own, ...more }));
});
const group = fc
  .tuple(some({ ...PLACED, clip: fc.boolean() }), fc.array(leaf, { maxLength: 3 }))
  .map(([more, layers]): Json => ({ type: 'group', layers, ...more }));

const page = fc.record({
  layers: fc.array(fc.oneof({ weight: 3, arbitrary: leaf }, group), { minLength: 2, maxLength: 5 }),
  mask: fc.option(one(...MASK_MODES)),
  background_color: paint,
  transition: fc.record({ type: one(...TRANSITION_TYPES), duration: number(0.2), direction: one(...DIRECTIONS) }),
});

/** Gives every layer a name, and lets the last mask the first where the page says how. */
const documents = fc.tuple(page, page).map((pages) => ({
  pages: pages.map(({ layers, mask, background_color, transition }, index) => {
    let count = 0;
    const named = (layer: Json): Json => {
      const inner = layer['layers'] as Json[] | undefined;
      return { ...layer, name: `layer ${count++}`, ...(inner && { layers: inner.map(named) }) };
    };
    const [first, ...others] = layers.map(named);
    const masked = { ...first, ...(mask !== null && { mask: { layer: others.at(-1)!['name'], mode: mask } }) };
    const own = { number: index + 1, duration: 0.5, background_color, ...(index > 0 && { transition }) };
    return { ...own, layers: [masked, ...others] };
  }),
}));

describe('documents whose every value is allowed, however they are put together', () => {
  it('are painted, to the same bytes wherever a render begins', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const even = Array.from({ length: Math.ceil(timelineOf(document).frameCount / 2) }, (_, index) => 2 * index);
        const frames = await renderers.frames(document, even);
        for (const index of [frames.length - 1, frames.length >> 1]) {
          expect(Buffer.compare(await renderers.frame(document, 2 * index), frames[index]!)).toBe(0);
        }
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });

  it('hold only frames that are the same to the byte', async () => {
    await fc.assert(
      fc.asyncProperty(documents, async (document) => {
        const renderer = await renderers.render(document);
        for (const { fromFrame, toFrame } of stillRunsOf(timelineOf(document))) {
          const first = Buffer.from(await renderer.render(fromFrame));
          for (let frame = fromFrame + 1; frame < toFrame; frame++) {
            expect(Buffer.compare(await renderer.render(frame), first)).toBe(0);
          }
        }
        await renderer.close();
      }),
      { numRuns: 30, endOnFailure: true },
    );
  });
});
