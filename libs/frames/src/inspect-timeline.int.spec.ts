import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { inspectTimeline } from './inspect-timeline.js';
import { type SpecDocument, SpecRenderers, timelineOf } from './testing/spec-renderers.js';

let renderers: SpecRenderers;
beforeAll(async () => {
  renderers = await SpecRenderers.open();
});
afterAll(() => renderers.close());

/** `two-tone.png` has 80 × 40 pixels. */
const PICTURE = { type: 'image', source_url: 'https://example.com/two-tone.png' };

function inspect(document: SpecDocument): Promise<string[]> {
  const file = (url: string): string => renderers.file(url);
  const clip = () => ({
    ...{ width: 160, height: 90, durationS: 1 },
    read: () => {
      throw new Error('nothing is decoded to inspect a document');
    },
  });
  return inspectTimeline(timelineOf(document), { image: file, font: file, footage: clip });
}

function text(value: string, box: object = {}): object {
  return { name: 'words', type: 'text', text: value, font_size: 20, width: 100, height: 30, ...box };
}

const DOES_NOT_FIT = ['pages[0].layers[0] "words": the text does not fit its box'];

describe('inspectTimeline', () => {
  it.each<[string, object, warnings: string[]]>([
    ['text that fits', text('Hello'), []],
    ['more lines than the box is high', text('one two three four five six seven eight'), DOES_NOT_FIT],
    ['a word longer than the box is wide', text('Donaudampfschifffahrt', { height: 200 }), DOES_NOT_FIT],
    ['more lines than max_lines', text('one two three four five', { height: 200, max_lines: 1 }), DOES_NOT_FIT],
    ['text shortened by an ellipsis', text('one two three four', { overflow: 'ellipsis' }), DOES_NOT_FIT],
    ['text made to fit', text('one two three four five six', { fit_text: true }), []],
    ['a hidden layer', text('one two three four five six seven', { visible: false }), []],
    [
      'a glyph that no font has',
      text('a\u{13000}', { height: 60 }),
      ['pages[0].layers[0] "words": no font has "\u{13000}" (U+13000)'],
    ],
  ])('looks at %s', async (_case, layer, warnings) => {
    expect(await inspect({ layers: [layer] })).toEqual(warnings);
  });

  const captionBox = { name: 'words', font_size: 20, width: 100, height: 30 };
  const chart = { name: 'chart', type: 'chart', width: 200, height: 100 };
  it.each<[string, object, remark: RegExp]>([
    [
      'a caption too long for its box',
      {
        ...captionBox,
        type: 'caption',
        cues: [{ start: 0.5, end: 0.8, text: 'one two three four five six' }],
      },
      /layers\[0] "words": the text does not fit/,
    ],
    [
      'a word in letters on their way',
      text('one two three four five six seven', { enter: { type: 'fade', split: 'letter' } }),
      /layers\[0] "words": the text does not fit/,
    ],
    [
      'a text that counts',
      text('one two three four five 1,000,000', { enter: { type: 'count' } }),
      /layers\[0] "words": the text does not fit/,
    ],
    [
      'a text in a group',
      { type: 'group', name: 'g', layers: [text('one two three four five six')] },
      /layers\[0]\.layers\[0] "words": the text does not fit/,
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
      /the labels do not fit/,
    ],
    [
      'values too long for their columns',
      {
        ...chart,
        show_values: true,
        chart_data: Array.from({ length: 40 }, (_, n) => ({ label: '', value: 123_456 + n })),
      },
      /the values do not fit/,
    ],
    [
      'a legend too long for its place',
      { ...chart, chart_type: 'pie', chart_data: [{ label: 'Donaudampfschifffahrtsgesellschaft', value: 1 }] },
      /the legend does not fit/,
    ],
    [
      'an unknown family in a caption',
      { ...captionBox, type: 'caption', font_family: 'Nope', cues: [{ start: 0, end: 1, text: 'a' }] },
      /family "Nope" is not available/,
    ],
  ])('reports %s', async (_case, layer, remark) => {
    expect(await inspect({ layers: [layer] })).toEqual([expect.stringMatching(remark)]);
  });

  it.each<[string, object, times: string | null]>([
    ['as large as it is', { width: 80, height: 40 }, null],
    ['reduced', { width: 40, height: 20 }, null],
    ['a little magnified', { width: 90, height: 45 }, null],
    ['magnified', { width: 200, height: 100 }, '2.5'],
    ['magnified to cover', { width: 40, height: 100 }, '2.5'],
    ['within its box', { width: 320, height: 40, image_size: 'contain' }, null],
    ['by its scale', { width: 80, height: 40, scale: 2 }, '2.0'],
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
      '3.0',
    ],
  ])('compares a picture shown %s with its resolution', async (_case, box, times) => {
    const wanted = times ? [`pages[0].layers[0] "photo": the picture is shown at ${times} times its resolution`] : [];
    expect(await inspect({ layers: [{ name: 'photo', ...PICTURE, ...box }] })).toEqual(wanted);
  });

  it('compares a clip shown with its resolution, and decodes nothing', async () => {
    const clip = { name: 'clip', type: 'video', source_url: 'https://example.com/clip.mp4' };
    expect(await inspect({ layers: [{ ...clip, width: 160, height: 90 }] })).toEqual([]);
    expect(await inspect({ layers: [clip] })).toEqual([
      'pages[0].layers[0] "clip": the picture is shown at 2.0 times its resolution',
    ]);
  });

  it('finds everything, on every page, whenever it is shown', async () => {
    const late = { ...text('one two three four five six seven'), start: 0.55, duration: 0.1 };
    const pages = [
      { number: 1, duration: 1, layers: [late] },
      { number: 2, duration: 1, layers: [{ name: 'photo', ...PICTURE }] },
    ];
    expect(await inspect({ pages })).toEqual([
      'pages[0].layers[0] "words": the text does not fit its box',
      'pages[1].layers[0] "photo": the picture is shown at 4.5 times its resolution',
    ]);
  });
});
