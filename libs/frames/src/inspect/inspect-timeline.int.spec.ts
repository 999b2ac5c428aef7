import { readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from '@jest/globals';
import { inspectTimeline } from './inspect-timeline.js';
import { type SpecDocument, specRenderers, timelineOf } from '../testing/spec-renderers.js';

const renderers = specRenderers();

/** `two-tone.png` has 80 × 40 pixels. */
const PICTURE = { type: 'image', source_url: 'https://example.com/two-tone.png' };

function inspect(document: SpecDocument, imagePixels = 1e8): ReturnType<typeof inspectTimeline> {
  const file = (url: string): string => renderers.file(url);
  const clip = () => ({
    ...{ width: 160, height: 90, hasAlpha: false, durationS: 1 },
    read: () => {
      throw new Error('nothing is decoded to inspect a document');
    },
  });
  const limits = { imagePixels };
  return inspectTimeline(timelineOf(document), { image: file, font: file, footage: clip }, limits);
}

function magnified(layer: string, times: number): object {
  return {
    field: `${layer}.source_url`,
    code: 'PICTURE_MAGNIFIED',
    severity: 'info',
    message: `the picture is shown at ${times.toFixed(1)} times its resolution`,
    value: times,
  };
}

function text(value: string, box: object = {}): object {
  return { name: 'words', type: 'text', text: value, font_size: 20, width: 100, height: 30, ...box };
}

/** The warnings of a document without faults, as `field: code`. */
async function warningsOf(document: SpecDocument): Promise<string[]> {
  const { faults, warnings } = await inspect(document);
  expect(faults).toEqual([]);
  return warnings.map(({ field, code }) => `${field}: ${code}`);
}

const DOES_NOT_FIT = ['pages[0].layers[0].text: TEXT_OVERFLOW'];

describe('inspectTimeline', () => {
  it.each<[string, object, warnings: string[]]>([
    ['text that fits', text('Hello'), []],
    ['more lines than the box is high', text('one two three four five six seven eight'), DOES_NOT_FIT],
    ['a word longer than the box is wide', text('Donaudampfschifffahrt', { height: 200 }), DOES_NOT_FIT],
    ['more lines than max_lines', text('one two three four five', { height: 200, max_lines: 1 }), DOES_NOT_FIT],
    ['text shortened by an ellipsis on purpose', text('one two three four', { overflow: 'ellipsis' }), []],
    ['a line higher than its box, with an ellipsis', text('one', { overflow: 'ellipsis', height: 15 }), DOES_NOT_FIT],
    ['text that fills its box', text('one two three four five six', { fit_text: true }), []],
    ['text made to fit', text('one two three four five six', { fit_text: 'shrink' }), []],
    ['a hidden layer', text('one two three four five six seven', { visible: false }), []],
    ['a glyph that no font has', text('a\u{13000}', { height: 60 }), ['pages[0].layers[0].text: GLYPH_MISSING']],
  ])('looks at %s', async (_case, layer, warnings) => {
    expect(await warningsOf({ layers: [layer] })).toEqual(warnings);
  });

  const captionBox = { name: 'words', font_size: 20, width: 100, height: 30 };
  const chart = { name: 'chart', type: 'chart', width: 200, height: 100 };
  it.each<[string, object, warning: string]>([
    [
      'a caption too long for its box',
      {
        ...captionBox,
        type: 'caption',
        cues: [{ start: 0.5, end: 0.8, text: 'one two three four five six' }],
      },
      'layers[0].cues: TEXT_OVERFLOW',
    ],
    [
      'a word in letters on their way',
      text('one two three four five six seven', { enter: { type: 'fade', split: 'letter' } }),
      'layers[0].text: TEXT_OVERFLOW',
    ],
    [
      'a text that counts',
      text('one two three four five 1,000,000', { enter: { type: 'count' } }),
      'layers[0].text: TEXT_OVERFLOW',
    ],
    [
      'a text in a group',
      { type: 'group', name: 'g', layers: [text('one two three four five six')] },
      'layers[0].layers[0].text: TEXT_OVERFLOW',
    ],
    [
      'labels too long for their columns',
      {
        ...chart,
        chart_data: [
          { label: 'Donaudampfschifffahrtsgesellschaft', value: 1 },
          { label: 'Donaudampfschifffahrtsgesellschaftskapitän', value: 2 },
        ],
      },
      'layers[0].chart_data: LABELS_CUT',
    ],
    [
      'values too long for their columns',
      {
        ...chart,
        show_values: true,
        chart_data: Array.from({ length: 40 }, (_, n) => ({ label: '', value: 123_456 + n })),
      },
      'layers[0].chart_data: VALUES_OMITTED',
    ],
    [
      'a legend too long for its place',
      { ...chart, chart_type: 'pie', chart_data: [{ label: 'Donaudampfschifffahrtsgesellschaft', value: 1 }] },
      'layers[0].chart_data: LEGEND_CUT',
    ],
    [
      'an unknown family in a caption',
      { ...captionBox, type: 'caption', font_family: 'Nope', cues: [{ start: 0, end: 1, text: 'a' }] },
      'layers[0].font_family: FONT_NOT_AVAILABLE',
    ],
  ])('reports %s', async (_case, layer, warning) => {
    expect(await warningsOf({ layers: [layer] })).toEqual([`pages[0].${warning}`]);
  });

  it.each<[string, object, times: number | null]>([
    ['as large as it is', { width: 80, height: 40 }, null],
    ['reduced', { width: 40, height: 20 }, null],
    ['a little magnified', { width: 90, height: 45 }, null],
    ['magnified', { width: 200, height: 100 }, 2.5],
    ['magnified to cover', { width: 40, height: 100 }, 2.5],
    ['within its box', { width: 320, height: 40, image_size: 'contain' }, null],
    ['by its scale', { width: 80, height: 40, scale: 2 }, 2],
    [
      'at its largest',
      {
        width: 80,
        height: 40,
        keyframes: {
          scale: [
            { time: 0, value: 0.5 },
            { time: 0.75, value: 3 },
          ],
        },
      },
      3,
    ],
  ])('compares a picture shown %s with its resolution', async (_case, box, times) => {
    const { faults, warnings } = await inspect({ layers: [{ name: 'photo', ...PICTURE, ...box }] });
    expect([faults, warnings]).toEqual([[], times ? [magnified('pages[0].layers[0]', times)] : []]);
  });

  it('compares a clip shown with its resolution, and decodes nothing', async () => {
    const clip = { name: 'clip', type: 'video', source_url: 'https://example.com/clip.mp4' };
    expect((await inspect({ layers: [{ ...clip, width: 160, height: 90 }] })).warnings).toEqual([]);
    expect((await inspect({ layers: [clip] })).warnings).toEqual([magnified('pages[0].layers[0]', 2)]);
  });

  it('finds everything, on every page, whenever it is shown', async () => {
    const late = { ...text('one two three four five six seven'), start: 0.55, duration: 0.1 };
    const pages = [
      { number: 1, duration: 1, layers: [late] },
      { number: 2, duration: 1, layers: [{ name: 'photo', ...PICTURE }] },
    ];
    expect(await warningsOf({ pages })).toEqual([
      'pages[0].layers[0].text: TEXT_OVERFLOW',
      'pages[1].layers[0].source_url: PICTURE_MAGNIFIED',
    ]);
  });

  it('finds every file that cannot be drawn, wherever it is used, and still inspects the rest', async () => {
    await writeFile(renderers.file('damaged.png'), (await readFile(renderers.file('two-tone.png'))).subarray(0, 60));
    const damaged = 'https://example.com/damaged.png';
    const box = { width: 80, height: 40 };
    const layers = [
      { name: 'a', ...PICTURE, source_url: damaged, ...box },
      { name: 'b', ...PICTURE, ...box, mask: { source_url: damaged } },
      { type: 'group', name: 'g', layers: [{ name: 'c', ...PICTURE, source_url: damaged, ...box }] },
      text('one two three four five six seven'),
    ];
    const { faults, warnings } = await inspect({ layers });
    expect(faults).toEqual(
      [
        'pages[0].layers[0].source_url',
        'pages[0].layers[1].mask.source_url',
        'pages[0].layers[2].layers[0].source_url',
      ].map((field) => ({ field, code: 'ASSET_UNSUPPORTED', message: expect.stringContaining('damaged') })),
    );
    expect(warnings).toMatchObject([{ field: 'pages[0].layers[3].text', code: 'TEXT_OVERFLOW' }]);
  });

  const shape = { type: 'shape', name: 'a', width: 40, height: 20 };
  const far = (...xs: number[]) => ({ keyframes: { x: xs.map((value, time) => ({ time: time * 0.4, value })) } });
  it.each<[string, object, warnings: string[]]>([
    ['beside the frame', { ...shape, x: 330 }, ['layers[0]: LAYER_OUTSIDE_FRAME']],
    ['above the frame', { ...shape, y: -20 }, ['layers[0]: LAYER_OUTSIDE_FRAME']],
    ['turned out of the frame', { ...shape, y: 5, rotation: 180 }, ['layers[0]: LAYER_OUTSIDE_FRAME']],
    ['at the edge of the frame', { ...shape, x: 319 }, []],
    ['beside the frame with a shadow in it', { ...shape, x: 322, shape_shadow: '-10px 0 0 #000000' }, []],
    ['beside the frame with a blur that reaches it', { ...shape, x: 322, blur: 10 }, []],
    ['that crosses the frame', { ...shape, ...far(-100, 400) }, []],
    ['that moves beside the frame', { ...shape, ...far(400, 500) }, ['layers[0]: LAYER_OUTSIDE_FRAME']],
    ['that slides in', { ...shape, x: 300, enter: { type: 'slide', direction: 'left' } }, []],
    [
      'in a group beside the frame',
      { type: 'group', name: 'g', x: 400, layers: [shape] },
      ['layers[0].layers[0]: LAYER_OUTSIDE_FRAME'],
    ],
    [
      'in a stack, pushed out of the frame by the one before it',
      { type: 'stack', name: 's', layers: [{ ...shape, name: 'tall', height: 400 }, shape] },
      ['layers[0].layers[1]: LAYER_OUTSIDE_FRAME'],
    ],
    [
      'in a stack, where a text is higher than it may become',
      {
        type: 'stack',
        name: 's',
        layers: [{ ...text('one '.repeat(90)), width: 200, height: 'auto', max_height: 30 }],
      },
      ['layers[0].layers[0].text: TEXT_OVERFLOW'],
    ],
    [
      'in a stack, where a text has the height that it needs',
      { type: 'stack', name: 's', layers: [{ ...text('one two'), width: 'auto', height: 'auto' }] },
      [],
    ],
    ['in a group that moves in', { type: 'group', name: 'g', ...far(400, 0), layers: [shape] }, []],
    [
      'a caption after its page',
      { type: 'caption', name: 'c', cues: [{ start: 5, end: 6, text: 'x' }] },
      ['layers[0]: LAYER_NEVER_DRAWN'],
    ],
    ['a caption for two frames', { type: 'caption', name: 'c', cues: [{ start: 0.3, end: 0.4, text: 'x' }] }, []],
    ['after its page', { ...shape, start: 1 }, ['layers[0].start: LAYER_OUTSIDE_TIME']],
  ])('looks whether a frame shows a layer %s', async (_case, layer, warnings) => {
    expect(await warningsOf({ layers: [layer] })).toEqual(warnings.map((warning) => `pages[0].${warning}`));
  });

  it('reports in the order of the document', async () => {
    const layers = [
      text('one two three four five six seven'),
      { ...shape, x: 900 },
      { ...shape, name: 'b', opacity: 0 },
    ];
    expect(await warningsOf({ layers })).toEqual([
      'pages[0].layers[0].text: TEXT_OVERFLOW',
      'pages[0].layers[1]: LAYER_OUTSIDE_FRAME',
      'pages[0].layers[2].opacity: LAYER_TRANSPARENT',
    ]);
  });

  it('finds images that are too many pixels at once', async () => {
    const shown = { layers: [{ name: 'photo', ...PICTURE }] };
    expect((await inspect(shown, 2_000)).faults).toEqual([
      {
        field: 'pages[0].layers[0].source_url',
        code: 'ASSET_TOO_LARGE',
        message: expect.stringContaining('at most 2000'),
      },
    ]);
    expect((await inspect(shown, 4_000)).faults).toEqual([]);
  });
});
