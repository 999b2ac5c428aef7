import { describe, expect, it } from '@jest/globals';
import { AXES, DRAWN_KINDS, type LayerKind } from '#libs/document';
import { keyframedProperties, LAYER_CLASSES, rangeOf } from '#libs/template';
import { volumeAt } from './keyframed-value.js';
import { sample } from './sample.js';
import { nodesAt, pageOf, type Json } from '../testing/documents.js';

const SOURCE = 'https://example.com/a';

/** Properties that a kind requires to be visible. */
const OWN: Readonly<Partial<Record<LayerKind, Json>>> = {
  text: { text: 'a' },
  image: { source_url: SOURCE },
  video: { source_url: SOURCE },
  shape: { shape: 'star' },
  rating: { rating: 3, rating_max: 10 },
  machine_code: { text: '12345' },
  chart: { chart_data: [{ label: 'a', value: 1 }] },
  caption: { cues: [{ start: 0, end: 9, text: 'a b' }], mode: 'highlight' },
  group: { layers: [{ type: 'shape', name: 'inner', width: '50%', height: '50%' }] },
  lottie: { source_url: SOURCE },
  stack: { layers: [{ type: 'shape', name: 'inner', width: '50%', height: '50%', in_flow: false }] },
};

/** Every kind with every property that its keyframes may change, except for properties of sound. */
const CHANGES = DRAWN_KINDS.flatMap((kind) =>
  [...keyframedProperties(LAYER_CLASSES[kind])]
    .filter((property) => property !== 'volume')
    .map((property): [LayerKind, string] => [kind, property]),
);

function layerWith(kind: LayerKind, property: string): Json {
  const { min, max } = rangeOf(kind, property);
  const numbers = max <= 1 ? [0.25, 0.75] : [Math.max(min, 1), Math.min(max, 7)];
  const values = property.endsWith('_color') ? ['#ff0000', '#0000ff'] : property === 'weight' ? [100, 900] : numbers;
  const track = [
    { time: 1, value: values[0], easing: 'linear' },
    { time: 3, value: values[1] },
  ];
  // Off the corner, where scale and anchor show. A distance takes the place of x or y.
  const [x, y] = AXES.map(([, , ...distances], axis) =>
    distances.some((name) => name === property) ? {} : [{ x: 30 }, { y: 20 }][axis],
  );
  return { type: kind, name: 'a', ...x, ...y, width: 80, height: 60, ...OWN[kind], keyframes: { [property]: track } };
}

describe('keyframes', () => {
  it.each(CHANGES)('of a %s change its %s over time', (kind, property) => {
    const layers = [layerWith(kind, property)];
    const looks = [0, 40, 79].map((frame) => {
      return JSON.stringify(nodesAt(layers, frame), (key, value: unknown) => (key === 'timeS' ? 0 : value));
    });
    expect(new Set(looks).size).toBe(3);
  });

  it('of one instant do not reach the scene of another, of any property', () => {
    const layers = CHANGES.slice(0, 40).map(([kind, property], index) => ({
      ...layerWith(kind, property),
      name: `layer ${index}`,
    }));
    const timeline = pageOf(layers);
    const scenes = [10, 50].map((frame) => sample(timeline, frame));
    const texts = scenes.map((scene) => JSON.stringify(scene));
    sample(timeline, 30);
    expect(scenes.map((scene) => JSON.stringify(scene))).toEqual(texts);
    expect([10, 50].map((frame) => JSON.stringify(sample(pageOf(layers), frame)))).toEqual(texts);
  });

  it('of the volume of footage apply to its sound, clamped to the range of volumes', () => {
    const volume = [
      { time: 1, value: 0, easing: 'linear' },
      { time: 3, value: 2 },
    ];
    const clip = { type: 'video', name: 'a', source_url: SOURCE, volume: 0.5 };
    const [plain, keyframed] = [clip, { ...clip, keyframes: { volume } }].map((layer) => pageOf([layer]).sounds[0]!);
    expect([0, 2, 4].map((timeS) => volumeAt(plain!, timeS))).toEqual([0.5, 0.5, 0.5]);
    expect([0, 1, 1.5, 2, 3, 4].map((timeS) => volumeAt(keyframed!, timeS))).toEqual([0, 0, 0.5, 1, 2, 2]);
  });
});
