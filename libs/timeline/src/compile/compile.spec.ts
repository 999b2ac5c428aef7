import { describe, expect, it } from '@jest/globals';
import fc from 'fast-check';
import { applyModifications, validateTemplate, type TemplateDocument } from '#libs/template';
import { assetsOf } from './assets-of.js';
import { compile } from './compile.js';
import { priceCredits } from './timeline.js';
import { sample } from '../sample/sample.js';

type Json = Record<string, unknown>;

const URL_A = 'https://example.com/a';
const URL_B = 'https://example.com/b';

/** A valid document ready to compile: pages get their numbers, the rest its smallest form. */
function load(pages: Json[], more: Json = {}): TemplateDocument {
  const numbered = pages.map((page, index) => ({ number: index + 1, ...page }));
  const checked = validateTemplate({ name: 'x', width: 640, height: 360, pages: numbered, ...more });
  const applied = checked.ok ? applyModifications(checked.value, {}) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

function fade(duration: number): Json {
  return { type: 'fade', duration };
}

describe('time', () => {
  it.each<[what: string, pages: Json[], fps: number, frames: [from: number, to: number][]]>([
    ['one page', [{ duration: 10 }], 24, [[0, 240]]],
    [
      'pages one after another',
      [{ duration: 1 }, { duration: 2 }],
      30,
      [
        [0, 30],
        [30, 90],
      ],
    ],
    [
      'pages that overlap',
      [{ duration: 2 }, { duration: 2, transition: fade(0.5) }],
      24,
      [
        [0, 48],
        [36, 84],
      ],
    ],
    [
      'the default transition',
      [{ duration: 2 }, { duration: 2, transition: { type: 'fade' } }],
      30,
      [
        [0, 60],
        [45, 105],
      ],
    ],
    [
      'no transition',
      [{ duration: 2 }, { duration: 2, transition: { type: 'none', duration: 1 } }],
      30,
      [
        [0, 60],
        [60, 120],
      ],
    ],
    [
      'seconds rounded once, page by page',
      [{ duration: 0.52 }, { duration: 0.52 }],
      24,
      [
        [0, 12],
        [12, 24],
      ],
    ],
    [
      'at least one frame',
      [{ duration: 0.001 }, { duration: 1 }],
      24,
      [
        [0, 1],
        [1, 25],
      ],
    ],
    [
      'a transition that rounds to nothing',
      [{ duration: 1 }, { duration: 1, transition: fade(0.01) }],
      24,
      [
        [0, 24],
        [24, 48],
      ],
    ],
    [
      'rounding never makes transitions longer than their page',
      [{ duration: 1 }, { duration: 0.3125, transition: fade(0.15625) }, { duration: 1, transition: fade(0.15625) }],
      24,
      [
        [0, 24],
        [20, 28],
        [24, 48],
      ],
    ],
  ])('%s', (_, pages, fps, frames) => {
    const timeline = compile(load(pages), { fps });
    expect(timeline.pages.map((page) => [page.fromFrame, page.toFrame])).toEqual(frames);
    expect(timeline.frameCount).toBe(frames.at(-1)![1]);
    expect(timeline.durationS).toBe(timeline.frameCount / fps);
  });

  it('takes the poster from the middle of the first page, or from the time in the document', () => {
    expect(compile(load([{ duration: 2 }, { duration: 9 }]), { fps: 24 }).posterFrame).toBe(23);
    expect(compile(load([{ duration: 2 }], { poster_time: 1.5 }), { fps: 24 }).posterFrame).toBe(36);
    expect(compile(load([{ duration: 2 }], { poster_time: 99 }), { fps: 24 }).posterFrame).toBe(47);
  });
});

describe('price', () => {
  it.each<[what: string, duration: number, video: { fps: number; width: number; height: number }, credits: number]>([
    ['240 frames at 24', 10, { fps: 24, width: 1920, height: 1080 }, 10],
    ['301 frames at 30', 301 / 30, { fps: 30, width: 1920, height: 1080 }, 11],
    ['10 s of 3840×2160', 10, { fps: 24, width: 3840, height: 2160 }, 40],
    ['one frame', 0.04, { fps: 24, width: 640, height: 360 }, 1],
    ['one pair of rows above full HD', 1, { fps: 24, width: 1920, height: 1082 }, 4],
  ])('%s', (_, duration, { fps, ...size }, credits) => {
    expect(priceCredits(compile(load([{ duration }], size), { fps }))).toBe(credits);
  });
});

describe('backgrounds', () => {
  it.each<[what: string, document: string | undefined, page: string | undefined, expected: string]>([
    ['white without any', undefined, undefined, 'rgb(255, 255, 255)'],
    ["the document's over white", 'rgb(0 0 0 / 50%)', undefined, 'rgb(128, 128, 128)'],
    ["the page's over the document's", '#000000', 'rgb(255 255 255 / 20%)', 'rgb(51, 51, 51)'],
    ['a gradient as it is', '#000000', 'linear-gradient(red, blue)', 'linear-gradient(red, blue)'],
  ])('%s', (_, document, page, expected) => {
    const more = document === undefined ? {} : { background_color: document };
    const timeline = compile(load([{ duration: 1, ...(page && { background_color: page }) }], more), { fps: 24 });
    expect(timeline.pages[0]!.background).toBe(expected);
  });
});

describe('sound', () => {
  const document = load(
    [
      { duration: 4, page_audio_url: URL_A },
      { duration: 4, transition: fade(1), page_audio_url: URL_B },
    ],
    {
      audio: [
        { source_url: URL_A, start: 1, trim_start: 2, trim_end: 4, volume: 0.5, fade_in: 3, fade_out: 1 },
        { source_url: URL_B, loop: true, trim_end: 2, duck: true },
        { source_url: URL_B, start: 500 },
      ],
    },
  );
  const { sounds, frameCount } = compile(document, { fps: 24, audioUrl: 'https://example.com/bed' });

  it('of a page lasts as long as its page, overlapping as the pages do', () => {
    const pages = sounds.filter((sound) => sound.role === 'page');
    expect(pages.map(({ path, fromFrame, toFrame }) => [path, fromFrame, toFrame])).toEqual([
      ['pages[0].page_audio_url', 0, 96],
      ['pages[1].page_audio_url', 72, 168],
    ]);
    expect(pages.every((sound) => sound.fadeOutS > 0)).toBe(true);
  });

  it('of the request plays during the whole video', () => {
    expect(sounds.find((sound) => sound.path === 'audio_url')).toMatchObject({
      role: 'bed',
      fromFrame: 0,
      toFrame: frameCount,
    });
  });

  it('has the loudness of the document, or none', () => {
    expect(compile(load([{ duration: 1 }], { loudness: -16 }), { fps: 24 }).loudnessLufs).toBe(-16);
    expect(compile(load([{ duration: 1 }]), { fps: 24 })).not.toHaveProperty('loudnessLufs');
  });

  it('of the document starts, ends and fades at its times, fades shortened to fit', () => {
    expect(sounds.filter((sound) => sound.path.startsWith('audio['))).toMatchObject([
      {
        path: 'audio[0]',
        fromFrame: 24,
        toFrame: 72,
        trimStartS: 2,
        trimEndS: 4,
        volume: 0.5,
        fadeInS: 1.5,
        fadeOutS: 0.5,
        role: 'other',
      },
      { path: 'audio[1]', fromFrame: 0, toFrame: frameCount, loop: true, role: 'bed' },
    ]);
  });
});

it('lists every required file and the path of its use', () => {
  const document = load(
    [
      {
        duration: 1,
        page_audio_url: URL_B,
        layers: [
          { type: 'image', name: 'logo', source_url: URL_A },
          { type: 'image', name: 'hidden', source_url: URL_B, visible: false },
          { type: 'text', name: 'title', text: 'x' },
        ],
      },
    ],
    { fonts: [{ family: 'Mine', source_url: URL_B }] },
  );
  expect(assetsOf(compile(document, { fps: 24 }))).toEqual([
    { url: URL_B, kind: 'font', path: 'fonts[0]', field: 'fonts[0].source_url' },
    { url: URL_A, kind: 'image', path: 'pages[0].layers[0] "logo"', field: 'pages[0].layers[0].source_url' },
    { url: URL_B, kind: 'audio', path: 'pages[0].page_audio_url', field: 'pages[0].page_audio_url' },
  ]);
});

function picture(change: Json): Json {
  return { type: 'image', name: 'logo', source_url: URL_A, ...change };
}

it.each<[what: string, layer: Json]>([
  ['starts as its page ends', picture({ start: 1 })],
  ['starts after its page', picture({ start: 7, duration: 1 })],
  ['falls between two frames', picture({ start: 0.05, duration: 0.01 })],
  ['starts after its group', { type: 'group', name: 'g', duration: 0.5, layers: [picture({ start: 0.5 })] }],
  ['ends before its group starts', { type: 'group', name: 'g', start: 0.5, layers: [picture({ duration: 0.5 })] }],
])('requires no file of a layer that %s', (_what, layer) => {
  expect(assetsOf(compile(load([{ duration: 1, layers: [layer] }]), { fps: 24 }))).toEqual([]);
});

it('requires the file of a layer exactly if some frame shows it', () => {
  const noise = fc.constantFrom(0, 1e-12, -1e-12, 1e-9, -1e-9, 1e-7, -1e-7, 1e-3);
  const timeS = fc.tuple(fc.integer({ min: 0, max: 26 }), noise).map(([frame, by]) => Math.max(0, frame / 24 + by));
  fc.assert(
    fc.property(
      timeS,
      timeS.filter((lengthS) => lengthS > 0),
      (start, duration) => {
        const timeline = compile(load([{ duration: 1, layers: [picture({ start, duration })] }]), { fps: 24 });
        const frames = Array.from({ length: timeline.frameCount }, (_, frame) => sample(timeline, frame));
        const isShown = frames.some(({ pages }) => pages[0]!.nodes.length > 0);
        expect(assetsOf(timeline)).toHaveLength(isShown ? 1 : 0);
      },
    ),
  );
});
