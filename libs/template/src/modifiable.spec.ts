import { describe, expect, it } from '@jest/globals';
import type { LayerKind } from '#libs/document';
import { LAYER_CLASSES } from './layers/layer.js';
import { modifiableProperties } from './modifiable.js';
import { propertiesOf } from './shape/property-shape.js';

const TEXT =
  'weight line_height tracking fit_text font_size align italic line_through underline overline text_color outline_color outline_width text_shadow';

/** Properties that callers may change, kind by kind; `visible` and `opacity` may be set on all. */
const OPEN: Partial<Record<LayerKind, string>> = {
  text: `text ${TEXT}`,
  image:
    'source_url position focus image_size flip effect border_width border_radius border_color image_shadow shadow_of',
  video: 'source_url mute loop',
  shape: 'fill_color stroke_color stroke_width stroke_corner stroke_style shape_shadow shadow_of',
  progress: 'value fill_color track_color',
  rating: 'rating active_fill_color inactive_fill_color',
  machine_code: 'text foreground_color background_color border_width border_radius border_color',
  chart: 'chart_data font_size text_color fill_color axes_color',
  caption: `cues source_url ${TEXT}`,
  group: '',
  lottie: 'source_url',
};

describe('callers may change exactly these properties', () => {
  it.each(Object.entries(OPEN))('of a layer of type %s', (kind, open) => {
    const shape = LAYER_CLASSES[kind as LayerKind];
    const expected = [...open.split(' ').filter(Boolean), 'visible', 'opacity'];
    expect([...modifiableProperties(shape)].toSorted()).toEqual(expected.toSorted());
    for (const name of expected) expect(propertiesOf(shape).has(name)).toBe(true);
  });
});
