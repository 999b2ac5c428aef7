import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { DRAWN_KINDS, LAYER_FACTS } from '#libs/document';
import {
  ANIMATION_TYPES,
  BLEND_MODES,
  DIRECTIONS,
  hasAutoSize,
  LAYER_CLASSES,
  STACK_ALIGNS,
  STACK_DIRECTIONS,
  STACK_DISTRIBUTIONS,
  TRANSITION_TYPES,
  validateTemplate,
  type Fault,
  type TemplateDocument,
} from '#libs/template';
import { compile } from '../compile/compile.js';
import { sample } from './sample.js';
import type { SceneNode } from './scene.js';
import type { Json } from '../testing/documents.js';

const URL_A = 'https://example.com/a';
const FPS = 24;

const easing = fc.constantFrom(
  'linear',
  'ease-out',
  'spring',
  'in-out-elastic',
  'steps(3)',
  'cubic-bezier(0.2, -9, 0, 9)',
);
const length = fc.constantFrom<unknown>(0, 12.5, -300, 5000, '50%', '-20%', '1000%');
const extent = fc.constantFrom<unknown>(0, 0.001, 40, 99_999, '50%', '1000%');
const seconds = fc.constantFrom(0.001, 0.04, 0.1, 0.5, 1, 3, 60);
const color = fc.constantFrom('red', '#12345678', 'oklch(60% 0.2 20)', 'transparent');

const animation = fc.record(
  {
    type: fc.constantFrom(...ANIMATION_TYPES),
    duration: seconds,
    delay: fc.constantFrom(0, 0.1, 60),
    easing,
    direction: fc.constantFrom(...DIRECTIONS),
    distance: length,
    split: fc.constantFrom('none', 'line', 'word', 'letter'),
    stagger: fc.constantFrom(0, 0.05, 60),
  },
  { requiredKeys: ['type'] },
);

function track(value: fc.Arbitrary<unknown>): fc.Arbitrary<Json[]> {
  return fc.array(fc.record({ time: fc.constantFrom(0, 0.5, 0.5, 600), value, easing }), {
    minLength: 1,
    maxLength: 3,
  });
}

const placement = {
  x: length,
  y: length,
  width: extent,
  height: extent,
  anchor_x: fc.constantFrom(0, 0.5, 1),
  rotation: fc.constantFrom(0, 90, -36_000, 33.3),
  scale: fc.constantFrom(0, 0.0001, 1, 100),
  opacity: fc.constantFrom(0, 0.5, 1),
  start: fc.constantFrom(0, 0.1, 600),
  duration: seconds,
  visible: fc.boolean(),
  min_width: extent,
  max_width: extent,
  max_height: extent,
  grow: fc.constantFrom(0, 0.001, 1, 1000),
  align_self: fc.constantFrom(...STACK_ALIGNS),
  in_flow: fc.boolean(),
  enter: animation,
  exit: animation,
  loop_animation: animation,
  blend_mode: fc.constantFrom(...BLEND_MODES),
  blur: fc.constantFrom(0, 500),
  hue_rotate: fc.constantFrom(0, -36_000),
  keyframes: fc.record(
    {
      x: track(length),
      width: track(extent),
      scale: track(fc.constantFrom(0, 1, 100)),
      opacity: track(fc.constantFrom(0, 1)),
    },
    { requiredKeys: [] },
  ),
};

const own: Readonly<Record<string, Json>> = {
  text: { text: 'Déjà vu 1,234 👨‍👩‍👧 مرحبا' },
  image: { source_url: URL_A },
  video: { source_url: URL_A, speed: 10 },
  shape: { shape: 'star' },
  rating: { rating: 3.3 },
  machine_code: { text: '12345' },
  chart: { chart_data: [{ label: 'a', value: -1 }] },
  caption: { cues: [{ start: 0, end: 9, text: 'a b' }], mode: 'word' },
  lottie: { source_url: URL_A },
};

/** Layers without names or masks, which only the finished page can give; groups within groups up to a depth. */
function layersOf(depth: number): fc.Arbitrary<Json> {
  const kinds = DRAWN_KINDS.filter((kind) => depth > 0 || !LAYER_FACTS[kind].holds);
  const inner = depth > 0 ? fc.array(layersOf(depth - 1), { maxLength: 2 }) : fc.constant<Json[]>([]);
  return fc
    .tuple(fc.constantFrom(...kinds), fc.record(placement, { requiredKeys: [] }), inner, fc.boolean(), stacked)
    .map(([type, more, layers, clip, { size, ...stack }]) => ({
      ...{ type, ...own[type], ...more },
      ...(hasAutoSize(LAYER_CLASSES[type]) && size),
      ...(LAYER_FACTS[type].holds && { layers, clip }),
      ...(type === 'stack' && stack),
    }));
}

const stacked = fc.record({
  size: fc.constantFrom({}, { width: 'auto' }, { height: 'auto' }, { width: 'auto', height: 'auto' }),
  direction: fc.constantFrom(...STACK_DIRECTIONS),
  reverse: fc.boolean(),
  wrap: fc.boolean(),
  gap: fc.constantFrom(0, 4000),
  padding: fc.constantFrom(0, 7.5, 4000),
  align: fc.constantFrom(...STACK_ALIGNS),
  distribute: fc.constantFrom(...STACK_DISTRIBUTIONS),
});

const page = fc.record({
  duration: seconds,
  layers: fc.array(layersOf(2), { maxLength: 3 }),
  masked: fc.boolean(),
  background: color,
  transition: fc.record({
    type: fc.constantFrom(...TRANSITION_TYPES),
    duration: seconds,
    easing,
    direction: fc.constantFrom(...DIRECTIONS),
    color,
  }),
});

const documents = fc.array(page, { minLength: 1, maxLength: 3 }).map((pages): Json => ({
  name: 'x',
  width: 640,
  height: 360,
  pages: pages.map(({ duration, layers, masked, background, transition }, index) => ({
    number: index + 1,
    duration,
    background_color: background,
    ...(index > 0 && { transition }),
    layers: nameAll(layers, masked),
  })),
}));

/** Gives every layer a name of its own, and lets the last mask the first. */
function nameAll(layers: readonly Json[], masked: boolean): Json[] {
  let count = 0;
  const named = (layer: Json): Json => ({
    ...layer,
    name: `n${count++}`,
    ...(Array.isArray(layer['layers']) && { layers: (layer['layers'] as Json[]).map(named) }),
  });
  const all = layers.map(named);
  const [first, last] = [all[0], all.at(-1)];
  if (masked && first && last && first !== last) all[0] = { ...first, mask: { layer: last['name'], mode: 'luma' } };
  return all;
}

/**
 * Fields of rules about several fields. Such a rule reports at a place where its fault can be mended, or counts faults
 * that are too many to list.
 */
const BINDING = /^(body|pages|height|pages\[\d+\]\.(number|transition(\.duration)?|layers))$/;

function faultsOf(document: unknown): Fault[] {
  const checked = validateTemplate(document);
  return checked.ok ? [] : checked.faults;
}

/** Looks at a few frames: the first and last of every page, and the middles of all. */
function look(document: TemplateDocument): void {
  const timeline = compile(document, { fps: FPS });
  const frames = timeline.pages.flatMap(({ fromFrame, toFrame }) => [
    fromFrame,
    Math.floor((fromFrame + toFrame) / 2),
    Math.min(toFrame - 1, fromFrame + 5),
    toFrame - 1,
  ]);
  for (const frame of new Set(frames)) {
    const { pages, transition } = sample(timeline, frame);
    if (pages.length !== (transition ? 2 : 1)) throw new Error(`${pages.length} pages`);
    for (const node of pages.flatMap(({ nodes }) => nodes)) expectDrawable(node);
  }
}

function expectDrawable(node: SceneNode): void {
  const { matrix, rest, box, opacity, timeS, filters, picture = [], drawn = 0, children = [], mask } = node;
  const values: number[] = filters ? Object.values({ ...filters }).filter((value) => typeof value === 'number') : [];
  const numbers = [...matrix, ...rest, ...picture, box.width, box.height, timeS, drawn, ...values];
  const isDrawable = numbers.every((value) => Number.isFinite(value)) && opacity > 0 && opacity <= 1;
  const [a, b, c, d] = matrix;
  if (!isDrawable || a * d - b * c === 0) throw new Error(`${node.key}: ${JSON.stringify([numbers, opacity])}`);
  for (const inner of [...children, ...(mask ? [mask.node] : [])]) expectDrawable(inner);
}

type Step = string | number;

/** Every place in a document, containers included. */
function placesIn(value: unknown, path: Step[] = []): Step[][] {
  if (typeof value !== 'object' || value === null) return [path];
  const entries: [Step, unknown][] = Array.isArray(value) ? [...value.entries()] : Object.entries(value);
  return [...(path.length > 0 ? [path] : []), ...entries.flatMap(([step, inner]) => placesIn(inner, [...path, step]))];
}

function put(document: Json, path: readonly Step[], value: unknown): void {
  const holder = path.slice(0, -1).reduce<unknown>((at, step) => (at as Record<Step, unknown>)[step], document);
  (holder as Record<Step, unknown>)[path.at(-1)!] = value;
}

function nameOf(path: readonly Step[]): string {
  return path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text ? `${text}.${step}` : step),
    '',
  );
}

function nested(depth: number): unknown {
  let layer: Json = { type: 'stack', name: 'deep', layers: [] };
  for (let level = 0; level < depth; level += 1) layer = { type: 'group', name: `d${level}`, layers: [layer] };
  return layer;
}

const hostile = fc.constantFrom<unknown>(
  NaN,
  Infinity,
  -Infinity,
  1e308,
  -1e308,
  Number.MIN_VALUE,
  -0,
  -1,
  0,
  2 ** 53,
  null,
  undefined,
  true,
  '',
  '{{x}}',
  '999999%',
  'x'.repeat(200_000),
  '\u0000',
  '\uD800',
  '__proto__',
  [],
  {},
  [[[[[]]]]],
  Array.from({ length: 1000 }, () => ({})),
  nested(20),
  nested(500),
  { type: 'group' },
  { __proto__: null, constructor: 1 },
);

describe('hostile documents', () => {
  it('whose every value is allowed are sampled, however they are put together', () => {
    fc.assert(
      fc.property(documents, (document) => {
        const faults = faultsOf(document);
        const strange = faults.filter(({ field, code }) => !BINDING.test(field) && !isCombination(field, code));
        expect(strange).toEqual([]);
        if (faults.length === 0) look(structuredClone(document) as unknown as TemplateDocument);
      }),
      { numRuns: 1000 },
    );
  });

  it('with one value replaced are refused at that value, or sampled', () => {
    fc.assert(
      fc.property(documents, fc.nat(), hostile, (document, seed, value) => {
        const broken = structuredClone(document);
        const places = placesIn(broken);
        const path = places[seed % places.length]!;
        put(broken, path, value);
        const found = faultsOf(broken);
        const sound = new Set(found.length === 0 ? [] : faultsOf(document).map(({ field }) => field));
        const faults = found.filter(({ field }) => !sound.has(field));
        for (const { field } of faults) {
          const isThere = field.startsWith(nameOf(path)) || nameOf(path).startsWith(field);
          expect([isThere || BINDING.test(field) || isElsewhere(field), field, nameOf(path)]).toEqual([
            true,
            field,
            nameOf(path),
          ]);
        }
        if (found.length === 0) look(broken as unknown as TemplateDocument);
      }),
      { numRuns: 2000 },
    );
  });
});

/** Rules of layers that look at two of their fields. */
function isCombination(field: string, code: string): boolean {
  return code === 'INVALID_VALUE' && field.endsWith('.mask.layer');
}

/** Whether the field refers to the replaced value, or is needed because of it. */
function isElsewhere(field: string): boolean {
  return /\.(mask\.layer|name|path|trim_end|keyframes\.\w+|cues|text|source_url|rating|chart_data|layers|end)(\[\d+\].*)?$/.test(
    field,
  );
}
