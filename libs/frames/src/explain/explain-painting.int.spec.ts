import { describe, expect, it } from '@jest/globals';
import { compile, type Timeline } from '#libs/timeline';
import { validDocument } from '#libs/testing';
import { explainPainting, type Looking, measurePainting, type Painting } from './explain-painting.js';
import { DEFAULT_LIMITS } from '../open-resources.js';

const FILES = {
  image: (): string => '',
  font: (): string => '',
  footage: () => ({
    ...{ width: 640, height: 360, hasAlpha: false, durationS: 1 },
    read: () => {
      throw new Error('nothing is decoded to explain a document');
    },
  }),
};

function timelineOf(layers: object[], duration = 1): Timeline {
  const document = { name: 'd', width: 320, height: 180, pages: [{ number: 1, duration, layers }] };
  return compile(validDocument(document), { fps: 10 });
}

function explain(timeline: Timeline, looking: Partial<Looking> = {}): Promise<Painting> {
  const whole = { limits: DEFAULT_LIMITS, mostFrames: 1_000, isTimeUp: () => false };
  return explainPainting(timeline, FILES, { ...whole, ...looking });
}

function causesIn({ layers }: Pick<Painting, 'layers'>): Record<string, string[]> {
  const byLayer = Map.groupBy(layers, ({ key }) => key);
  return Object.fromEntries(
    [...byLayer].map(([key, all]) => [key, all.map(({ cause, frames }) => `${cause} ${frames}`).toSorted()]),
  );
}

async function causes(layers: object[]): Promise<Record<string, string[]>> {
  return causesIn(await explain(timelineOf(layers)));
}

const box = { x: 40, y: 40, width: 80, height: 60, fill_color: '#ff0000' };
const over = (from: unknown, to: unknown, seconds = 1): object[] => [
  { time: 0, value: from, easing: 'linear' },
  { time: seconds, value: to },
];

describe('what Skia paints is explained:', () => {
  it('a layer that rests or moves is painted once', async () => {
    const layers = [
      { name: 'rests', type: 'shape', ...box },
      { name: 'moves', type: 'shape', ...box, fill_color: '#0000ff', keyframes: { x: over(0, 200) } },
    ];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['first 1'], 'pages[0].layers[1]': ['first 1'] });
  });

  it('one that grows a lot is painted again where its raster would be too coarse', async () => {
    const layers = [{ name: 'near', type: 'shape', ...box, keyframes: { scale: over(0.2, 1) } }];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['first 1', 'scaled 2'] });
  });

  it('one whose content changes is painted whenever it does', async () => {
    const layers = [{ name: 'grows', type: 'shape', ...box, keyframes: { width: over(20, 200) } }];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['content 9', 'first 1'] });
  });

  it('the mask of a layer is painted once, an inverted one whenever it moves over the layer', async () => {
    const layersWith = (mode: string): object[] => [
      { name: 'seen', type: 'shape', ...box, mask: { layer: 'window', mode } },
      { name: 'window', type: 'shape', ...box, shape: 'ellipse', keyframes: { x: over(0, 100) } },
    ];
    expect(await causes(layersWith('luma'))).toEqual({ 'pages[0].layers[0]': ['first 1'] });
    expect(await causes(layersWith('luma-inverted'))).toEqual({ 'pages[0].layers[0]': ['cut 9', 'first 1'] });
  });

  it('a transparent group whose layers move is composited of layers that are painted once', async () => {
    const moving = { name: 'moves', type: 'shape', ...box, keyframes: { x: over(0, 200) } };
    const resting = { name: 'rests', type: 'shape', ...box, fill_color: '#0000ff' };
    const group = { name: 'group', type: 'group', opacity: 0.5, layers: [resting, moving] };
    const inner = (index: number): string => `pages[0].layers[0].layers[${index}]`;
    expect(await causes([group])).toEqual({ [inner(0)]: ['first 1'], [inner(1)]: ['first 1'] });
    const blended = { ...group, saturation: 0, layers: [resting, { ...moving, blend_mode: 'multiply' }] };
    expect(await causes([blended])).toEqual({ [inner(0)]: ['first 1'], [inner(1)]: ['first 1'] });
    for (const blur_edge of ['none', 'duplicate']) {
      const blurred = { ...group, blur: 3, blur_edge };
      expect(await causes([blurred])).toEqual({ [inner(0)]: ['first 1'], [inner(1)]: ['first 1'] });
    }
    expect(await causes([{ ...group, saturation: 9 }])).toEqual({ 'pages[0].layers[0]': ['changing 10'] });
  });

  it('a card is not painted again for its parts that change: numbers that count, a caption, a layer that fades', async () => {
    const plate = { name: 'plate', type: 'shape', ...box };
    const cues = [0, 0.4].map((start) => ({ start, end: 1, text: `cue ${start}` }));
    const layers = [
      plate,
      {
        name: 'counts',
        type: 'text',
        text: '120',
        font_size: 20,
        enter: { type: 'count', duration: 0.7, easing: 'linear' },
      },
      { name: 'subtitles', type: 'caption', cues, font_size: 20 },
      { name: 'fades', type: 'shape', ...box, fill_color: '#0000ff', enter: { type: 'fade', duration: 0.5 } },
    ];
    const card = { name: 'card', type: 'group', opacity: 0.9, keyframes: { rotation: over(-3, 4) }, layers };
    const inner = (index: number): string => `pages[0].layers[0].layers[${index}]`;
    expect(await causes([card])).toEqual({
      [inner(0)]: ['first 1'],
      [inner(1)]: ['content 7', 'first 1'],
      [inner(2)]: ['content 1', 'first 1'],
      [inner(3)]: ['first 1'],
    });
  });

  it('a card whose parts rest is painted once, however it turns as a whole', async () => {
    const layers = [
      { name: 'plate', type: 'shape', ...box },
      { name: 'counted', type: 'text', text: '120', font_size: 20, enter: { type: 'count', duration: 0.3 } },
    ];
    const card = { name: 'card', type: 'group', opacity: 0.9, keyframes: { rotation: over(-3, 4) }, layers };
    expect((await causes([card]))['pages[0].layers[0]']).toEqual(['first 1']);
  });

  it('a bar that is drawn looks different in every frame until it is whole', async () => {
    const layers = [{ name: 'drawn', type: 'shape', ...box, enter: { type: 'draw', duration: 0.5 } }];
    expect(await causes(layers)).toEqual({ 'pages[0].layers[0]': ['changing 5', 'first 1'] });
  });

  it('footage is not decoded for it, also where Skia paints every picture', async () => {
    const clip = { type: 'video', source_url: 'https://example.com/clip.mp4', width: 160, height: 90, mute: true };
    const layers = [
      { ...clip, name: 'copied' },
      { ...clip, name: 'painted', saturation: 9 },
      { ...clip, name: 'grows', border_radius: 9, keyframes: { width: over(20, 200) } },
    ];
    const {
      'pages[0].layers[0]': copied,
      'pages[0].layers[1]': painted,
      'pages[0].layers[2]': grows,
    } = await causes(layers);
    expect([copied, painted?.length]).toEqual([['first 1'], 1]);
    expect(grows!.every((cause) => /^(first|scaled) /.test(cause))).toBe(true);
    expect(painted![0]).toMatch(/^changing \d+$/);
  });

  it('as when all of it is painted in order', async () => {
    const layers = [
      { name: 'grows', type: 'shape', ...box, keyframes: { width: over(20, 200) } },
      { name: 'drawn', type: 'shape', ...box, enter: { type: 'draw', duration: 0.5 } },
      { name: 'seen', type: 'shape', ...box, mask: { layer: 'window', mode: 'luma-inverted' } },
      { name: 'window', type: 'shape', ...box, shape: 'ellipse', keyframes: { x: over(0, 100) } },
      { name: 'waits', type: 'shape', ...box, start: 0.5, fill_color: '#00ff00' },
      { name: 'counts', type: 'text', text: '120', font_size: 20, enter: { type: 'count', duration: 0.7 } },
    ];
    const timeline = timelineOf(layers);
    let now = 0;
    const { layers: measured } = await measurePainting(timeline, FILES, () => now++);
    const { layers: explained, framesLookedAt } = await explain(timeline);
    const facts = (all: Painting['layers']): string[] =>
      all.map(({ key, kind, cause, frames, pixels }) => [key, kind, cause, frames, pixels].join(' ')).toSorted();
    expect(facts(explained)).toEqual(facts(measured));
    expect(framesLookedAt).toBe(10);
  });
});

describe('a long video', () => {
  const hour = 3_600;
  const layers = [
    { name: 'rests', type: 'shape', ...box },
    { name: 'grows', type: 'shape', ...box, keyframes: { width: over(20, 200, hour) } },
    { name: 'near', type: 'shape', ...box, fill_color: '#00ff00', keyframes: { scale: over(0.2, 1, hour) } },
    { name: 'half', type: 'shape', ...box, duration: hour / 2, keyframes: { height: over(20, 160, hour / 2) } },
  ];

  it('is explained by frames that lie evenly in it', async () => {
    const painting = await explain(timelineOf(layers, hour), { mostFrames: 100 });
    expect(painting.framesLookedAt).toBe(100);
    expect(causesIn(painting)).toEqual({
      'pages[0].layers[0]': ['first 1'],
      'pages[0].layers[1]': ['content 36000', 'first 1'],
      'pages[0].layers[2]': ['first 1', 'scaled 2'],
      'pages[0].layers[3]': ['content 18000', 'first 1'],
    });
  });

  it('is explained by fewer, as even, when the time is up', async () => {
    let asked = 0;
    const isTimeUp = (): boolean => ++asked > 20;
    const painting = await explain(timelineOf(layers, hour), { mostFrames: 100, isTimeUp });
    expect(painting.framesLookedAt).toBe(21);
    const half = painting.layers.find(({ key, cause }) => key.endsWith('[3]') && cause === 'content')!;
    expect(half.frames / 18_000).toBeGreaterThan(0.85);
    expect(half.frames / 18_000).toBeLessThan(1.15);
  });
});
