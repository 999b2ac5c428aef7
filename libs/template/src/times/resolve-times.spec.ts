import { describe, expect, it } from '@jest/globals';
import { growth } from '#libs/testing';
import { applyModifications } from '../finish/apply-modifications.js';
import type { DocumentLimits } from '../document-limits.js';
import { FORMAT_LIMITS } from '../document-limits.js';
import { validateTemplate } from '../validate-template.js';
import type { MeasuredLengths } from './file-lengths.js';

const at = (name: string) => `https://a.example/${name}`;
const video = (name: string, more: object = {}) => ({ type: 'video', name, source_url: at(`${name}.mp4`), ...more });
const shape = (name: string, more: object = {}) => ({ type: 'shape', name, ...more });
const text = (name: string, content: string, more: object = {}) => ({ type: 'text', name, text: content, ...more });
const page = (number: number, more: object = {}) => ({ number, duration: 'auto', ...more });
const documentOf = (pages: object[], more: object = {}) => ({ name: 'T', width: 640, height: 360, pages, ...more });

const LENGTHS: MeasuredLengths = new Map([
  [`video ${at('a.mp4')}`, 4.2],
  [`video ${at('b.mp4')}`, 10],
  [`audio ${at('voice.mp3')}`, 7.3217],
  [`caption ${at('words.srt')}`, 3],
  [`lottie ${at('spin.json')}`, 2],
]);

interface Made {
  pages: { duration: number; layers?: Record<string, unknown>[] }[];
  audio?: object[];
}

function finished(pages: object[], lengths = LENGTHS, more: object = {}, limits: DocumentLimits = FORMAT_LIMITS) {
  const checked = validateTemplate(documentOf(pages, more));
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const applied = applyModifications(checked.value, {}, '', { ...limits, measured: lengths });
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return { made: applied.value as unknown as Made, unmeasured: applied.unmeasured };
}

const durations = (pages: object[], lengths = LENGTHS) =>
  finished(pages, lengths).made.pages.map(({ duration }) => duration);
const timesOf = (layers: object[], more: object = {}) =>
  finished([page(1, { layers, ...more })]).made.pages[0]!.layers!.map(({ start, duration }) => [start, duration]);
const faultsOf = (pages: object[]) => {
  const checked = validateTemplate(documentOf(pages));
  return checked.ok ? [] : checked.faults.map(({ field, message }) => `${field}: ${message}`);
};

describe('a page of duration auto lasts as long as', () => {
  it.each<[string, object, number]>([
    ['its footage', { layers: [video('a')] }, 4.2],
    ['its longest footage', { layers: [video('a'), video('b')] }, 10],
    ['its footage after trim and speed', { layers: [video('b', { trim_start: 1, trim_end: 7, speed: 2 })] }, 3],
    ['footage that is trimmed beyond its end', { layers: [video('a', { trim_start: 1, trim_end: 60 })] }, 3.2],
    ['its footage from where that starts', { layers: [video('a', { start: 1.5 })] }, 5.7],
    [
      'the time that a layer is shown',
      { layers: [video('b', { duration: 2 }), shape('s', { start: 1, duration: 4 })] },
      5,
    ],
    ['its sound, to the next millisecond', { page_audio_url: at('voice.mp3') }, 7.322],
    ['the last cue of its captions', { layers: [{ type: 'caption', name: 'c', source_url: at('words.srt') }] }, 3],
    [
      'the last of its cues',
      {
        layers: [
          {
            type: 'caption',
            name: 'c',
            cues: [
              { start: 0, end: 6, text: 'x' },
              { start: 1, end: 2, text: 'y' },
            ],
          },
        ],
      },
      6,
    ],
    ['its animation', { layers: [{ type: 'lottie', name: 'l', source_url: at('spin.json'), speed: 0.5 }] }, 4],
    [
      'its texts are read',
      { layers: [text('t', 'one two three four five'), text('u', 'six – seven eight nine ten')] },
      3,
    ],
    [
      'its texts are read, faster',
      { layers: [text('t', 'a '.repeat(50))], auto_duration: { words_per_minute: 600 } },
      5,
    ],
    [
      'its footage, however long its text takes',
      { layers: [text('t', 'a '.repeat(50)), video('a')], auto_duration: { reading_time: false } },
      4.2,
    ],
    ['its text in a script without spaces is read', { layers: [text('t', '我们今天去公园散步吧朋友')] }, 1.8],
    ['footage in a group', { layers: [{ type: 'group', name: 'g', layers: [video('a', { start: 1 })] }] }, 5.2],
    ['a group that cuts its footage', { layers: [{ type: 'group', name: 'g', duration: 2, layers: [video('b')] }] }, 2],
    ['its content and padding', { layers: [video('a')], auto_duration: { padding: 0.8 } }, 5],
    ['its most, at most', { layers: [video('b')], auto_duration: { max: 6, padding: 1 } }, 6],
    ['its least, at least', { layers: [video('a')], auto_duration: { min: 9 } }, 9],
    [
      'a second, with nothing else',
      { layers: [shape('s'), video('b', { loop: true }), video('a', { visible: false })] },
      1,
    ],
  ])('%s', (_, more, seconds) => expect(durations([page(1, more)])).toEqual([seconds]));

  it('its transitions need', () => {
    const transition = { type: 'fade', duration: 1.5 };
    expect(durations([page(1), page(2, { transition }), page(3, { transition })])).toEqual([1.5, 3, 1.5]);
  });
});

describe('a layer', () => {
  it.each<[string, object, unknown[]]>([
    ['as long as its footage', video('b', { duration: 'auto' }), [undefined, 10]],
    ['as long as one round of its footage', video('b', { duration: 'auto', loop: true, speed: 4 }), [undefined, 2.5]],
    ['as long as its text is read', text('t', 'a b c d e', { duration: 'auto' }), [undefined, 1.5]],
    ['as long as another', shape('s', { duration: { as: 'a' } }), [undefined, 4.2]],
    ['until another ends', shape('s', { start: 1, duration: { until: 'a' } }), [1, 3.2]],
    ['after another', shape('s', { start: { after: 'a', offset: 0.5 }, duration: 2 }), [4.7, 2]],
    ['with another', shape('s', { start: { with: 'later' } }), [2, undefined]],
    [
      'with another, and as long',
      shape('s', { start: { with: 'later', offset: -5 }, duration: { as: 'later' } }),
      [0, 3],
    ],
    ['before the page ends', shape('s', { start: { after: 'open', offset: -2 } }), [8, undefined]],
    ['until the page ends', shape('s', { start: 4, duration: { until: 'open' } }), [4, 6]],
    ['until another has ended already: never', shape('s', { start: 9, duration: { until: 'a' } }), [9, 1e-9]],
    [
      'as its group is',
      {
        type: 'group',
        name: 'g',
        duration: 'auto',
        start: 1,
        layers: [video('c', { source_url: at('a.mp4'), start: 2 })],
      },
      [1, 5.2],
    ],
  ])('is shown %s', (_, layer, times) => {
    const others = [
      video('a'),
      shape('later', { start: 2, duration: 3 }),
      shape('open'),
      video('z', { source_url: at('b.mp4') }),
    ];
    expect(timesOf([...others, layer]).at(-1)).toEqual(times);
  });

  it('may start after one that starts after one, in any order', () => {
    const layers = [
      shape('third', { start: { after: 'second' }, duration: { as: 'first' } }),
      shape('second', { start: { after: 'first' }, duration: 1 }),
      video('first', { source_url: at('a.mp4') }),
    ];
    const { made } = finished([page(1, { layers })]);
    expect(made.pages[0]).toMatchObject({
      duration: 9.4,
      layers: [{ start: 5.2, duration: 4.2 }, { start: 4.2, duration: 1 }, {}],
    });
  });

  it('keeps its times in a page of fixed duration', () => {
    const layers = [video('a'), text('t', 'Hi', { start: { after: 'a' } })];
    const { made } = finished([page(1, { duration: 8, layers })]);
    expect(made.pages[0]).toMatchObject({ duration: 8, layers: [{}, { start: 4.2 }] });
  });
});

describe('files', () => {
  it('are asked for only where a time needs them, each once', () => {
    const layers = [
      video('a'),
      video('b', { duration: 3 }),
      video('c', { loop: true }),
      video('d', { source_url: at('a.mp4') }),
    ];
    const { unmeasured } = finished(
      [
        page(1, { layers, page_audio_url: at('voice.mp3') }),
        page(2, { duration: 3, layers, page_audio_url: at('x.mp3') }),
      ],
      new Map(),
    );
    expect(unmeasured).toEqual([
      { kind: 'audio', url: at('voice.mp3'), field: 'pages[0].page_audio_url' },
      { kind: 'video', url: at('a.mp4'), field: 'pages[0].layers[0].source_url' },
    ]);
  });

  it('that are not measured count as five seconds, or as what is left of them', () => {
    expect(durations([page(1, { layers: [video('a')] })], new Map())).toEqual([5]);
    expect(durations([page(1, { layers: [video('a', { trim_start: 20 })] })], new Map())).toEqual([5]);
    expect(durations([page(1, { layers: [video('a', { trim_start: 1, trim_end: 9 })] })], new Map())).toEqual([8]);
  });
});

describe('a document', () => {
  it('with nothing to resolve stays as it is', () => {
    const pages = [{ number: 1, duration: 3, layers: [video('a', { start: 1, duration: 2 })] }];
    expect(finished(pages).made.pages).toEqual(pages);
  });

  it('plays a track for its duration; auto is the same as none', () => {
    const audio = [
      { source_url: at('x.mp3'), duration: 'auto' },
      { source_url: at('x.mp3'), duration: 3 },
    ];
    const { made } = finished([page(1)], LENGTHS, { audio });
    expect(made.audio).toEqual([{ source_url: at('x.mp3') }, { source_url: at('x.mp3'), duration: 3 }]);
  });

  it('is refused for its measured length, and not for an assumed one', () => {
    const pages = [page(1, { layers: [video('b')] })];
    const limits = { ...FORMAT_LIMITS, durationS: 4 };
    expect(() => finished(pages, LENGTHS, {}, limits)).toThrow('pages must last at most 4 seconds in all, not 10');
    expect(finished(pages, new Map(), {}, limits).unmeasured).toHaveLength(1);
  });

  it('is refused for a most that leaves its transitions no time', () => {
    const pages = [
      page(1, { auto_duration: { min: 0.5, max: 0.5 } }),
      page(2, { transition: { type: 'fade', duration: 1 } }),
    ];
    expect(() => finished(pages)).toThrow(
      'duration of a transition must be at most that of the shorter of its two pages',
    );
  });
});

describe('a time is refused', () => {
  const faults = (...layers: object[]) => faultsOf([page(1, { layers })]);
  it.each<[string, object[], string[]]>([
    [
      'that waits for itself',
      [shape('a', { start: { after: 'a' } })],
      ['pages[0].layers[0].start: start waits for itself: start of "a" → start of "a"'],
    ],
    [
      'that is in a circle, once',
      [
        shape('a', { start: { after: 'b' } }),
        shape('b', { duration: { as: 'c' } }),
        shape('c', { duration: { until: 'a' } }),
      ],
      [
        'pages[0].layers[0].start: start waits for itself: start of "a" → duration of "b" → duration of "c" → start of "a"',
      ],
    ],
    [
      'of a group that waits for its member',
      [{ type: 'group', name: 'g', duration: 'auto', layers: [shape('a', { duration: { as: 'g' } })] }],
      ['pages[0].layers[0].duration: duration waits for itself: duration of "g" → duration of "a" → duration of "g"'],
    ],
    [
      'after no layer',
      [shape('intro'), shape('a', { start: { after: 'intr' } })],
      ['pages[0].layers[1].start: start must name a layer of this page; did you mean "intro"?'],
    ],
    [
      'of a kind without one',
      [shape('a', { duration: 'auto' })],
      ['pages[0].layers[0].duration: a layer of type shape has no duration of its own'],
    ],
    [
      'that is another word',
      [shape('a', { duration: 'long' })],
      [
        'pages[0].layers[0].duration: duration must be a number of seconds, "auto", { "as": "<layer>" } or { "until": "<layer>" }',
      ],
    ],
    [
      'with two names',
      [shape('a', { start: { after: 'a', with: 'a' } })],
      [
        'pages[0].layers[0].start: start must be a number of seconds, { "after": "<layer>" } or { "with": "<layer>" }, with an offset or not',
      ],
    ],
    ['below 0', [shape('a', { start: -1 })], ['pages[0].layers[0].start: start must not be less than 0']],
    ['of 0', [shape('a', { duration: 0 })], ['pages[0].layers[0].duration: duration must be a positive number']],
  ])('%s', (_, layers, expected) => expect(faults(...layers)).toEqual(expected));

  it('beside a page of seconds, unless layers need them', () => {
    const layers = [text('t', 'Hello', { duration: 'auto' })];
    const auto_duration = { words_per_minute: 100 };
    expect(faultsOf([page(1, { duration: 3, layers, auto_duration })])).toEqual([]);
    expect(faultsOf([page(1, { duration: 3, layers, auto_duration: { ...auto_duration, max: 4 } })])).toEqual([
      'pages[0].auto_duration.max: max belongs to a page of duration "auto", not of a number of seconds',
    ]);
  });

  it('with a most below its least', () => {
    expect(faultsOf([page(1, { auto_duration: { min: 5, max: 4 } })])).toEqual([
      'pages[0].auto_duration.max: max must not be less than min, which is 5',
    ]);
  });
});

describe('hostile times', () => {
  it('take linear time: a hundred layers in a chain and in groups', () => {
    const chain = (count: number) =>
      Array.from({ length: count }, (_, n) =>
        shape(`s${n}`, { start: n === 0 ? 0 : { after: `s${n - 1}` }, duration: 0.1 }),
      );
    const nested = (depth: number): object =>
      depth === 0 ? video('a') : { type: 'group', name: `g${depth}`, duration: 'auto', layers: [nested(depth - 1)] };
    expect(finished([page(1, { layers: chain(100) })]).made.pages[0]!.duration).toBeCloseTo(10, 6);
    expect(durations([page(1, { layers: [nested(20)] })])).toEqual([4.2]);
    const read = (count: number) => durations([page(1, { layers: [text('t', '我a '.repeat(count))] })]);
    expect(growth(read, 800)).toBeLessThan(6);
  });

  it.each([
    [{ toString: 1 }],
    [[['a']]],
    [{ after: ['a'] }],
    [{ after: 'b', offset: Infinity }],
    [{ __proto__: null }],
  ])('are refused: %j', (start) =>
    expect(faultsOf([page(1, { layers: [shape('b'), shape('a', { start })] })])).toHaveLength(1),
  );
});
