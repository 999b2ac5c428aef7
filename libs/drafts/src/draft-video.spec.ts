import { describe, expect, it } from '@jest/globals';
import type { CreateVideoBody } from '#libs/contracts';
import { FORMAT_LIMITS, type TemplateDocument, validateTemplate } from '#libs/template';
import { draftVideo } from './draft-video.js';

function template(rest: object = {}): TemplateDocument {
  const checked = validateTemplate({
    name: 'Greeting',
    width: 640,
    height: 360,
    variables: { name: { type: 'string', default: 'world' } },
    pages: [
      { number: 1, duration: 6, layers: [{ name: 'title', type: 'text', text: 'Hello {{name}}' }] },
      { number: 2, duration: 4 },
    ],
    ...rest,
  });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  return checked.value;
}

const request = (rest: Partial<CreateVideoBody> = {}): CreateVideoBody => ({
  template_id: '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01',
  format: 'mp4',
  ...rest,
});

const LIMITS = { ...FORMAT_LIMITS, formatS: { gif: 60 } };

function draft(rest: Partial<CreateVideoBody> = {}, document = template(), limits = LIMITS) {
  const drafted = draftVideo(request(rest), document, limits);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.faults));
  return drafted.value.draft;
}

function faultsOf(rest: Partial<CreateVideoBody>, document = template(), limits = LIMITS): [string, string][] {
  const drafted = draftVideo(request(rest), document, limits);
  return drafted.ok ? [] : drafted.faults.map(({ field, code }) => [field, code]);
}

describe('a draft', () => {
  it('costs a credit for every second begun, four above 1920×1080', () => {
    expect(draft()).toMatchObject({ fps: 24, frameCount: 240, durationS: 10, credits: 10 });
    expect(draft({ fps: 30 }, template({ pages: [{ number: 1, duration: 301 / 30 }] }))).toMatchObject({
      frameCount: 301,
      credits: 11,
    });
    expect(draft({}, template({ width: 3840, height: 2160 })).credits).toBe(40);
    expect(draft({}, template({ pages: [{ number: 1, duration: 0.1 }] })).credits).toBe(1);
  });

  it('of a test is small and free, and as long as the video', () => {
    const large = template({ width: 3840, height: 2160 });
    expect(draft({ test: true }, large)).toMatchObject({
      test: true,
      width: 960,
      height: 540,
      credits: 0,
      frameCount: 240,
    });
    expect(draft({ test: false }, large)).toMatchObject({ test: false, width: 3840, height: 2160, credits: 40 });
    expect(draft().test).toBe(false);
  });

  it('keeps its request, unless it is large', () => {
    const metadata = 'order 7';
    expect(draft({ metadata }).request).toEqual(request({ metadata }));
    expect(draft({ metadata: 'x'.repeat(16_384) }).request).toBeNull();
  });

  it('carries the modifications in its document, wherever its pages stand', () => {
    const pages = [{ number: 1, layers: [{ name: 'title', text: 'Bye' }] }];
    for (const rest of [{ pages }, { modifications: { pages } }]) {
      expect(draft(rest).document.pages[0]!.layers![0]).toMatchObject({ text: 'Bye' });
    }
    expect(draft({ pages: [], modifications: { pages } }).document.pages[0]!.layers![0]).toMatchObject({ text: 'Bye' });
    expect(draft({ pages, modifications: { pages: [] } }).document.pages[0]!.layers![0]).toMatchObject({ text: 'Bye' });
    expect(draft({ modifications: { variables: { name: 'Ada' } } }).document.pages[0]!.layers![0]).toMatchObject({
      text: 'Hello Ada',
    });
  });

  it('is as loud as its request wants, or its template', () => {
    const podcast = template({ loudness: -16 });
    expect(draft({}, podcast).document.loudness).toBe(-16);
    expect(draft({ loudness: -23 }, podcast).document.loudness).toBe(-23);
    expect(draft({ loudness: -14 }).document.loudness).toBe(-14);
    expect(draft().document).not.toHaveProperty('loudness');
  });

  it('of a gif has no sound and renders at 12', () => {
    const audio_url = 'https://a.example/a.mp3';
    expect(draft({ format: 'gif', fps: 30, audio_url })).toMatchObject({ fps: 12, frameCount: 120, audioUrl: null });
    expect(draft({ audio_url })).toMatchObject({ audioUrl: audio_url });
    expect(draft({ format: 'gif', key_frame_interval: 2 })).toMatchObject({ keyFrameIntervalS: null });
    expect(draft({ format: 'webm', key_frame_interval: 2 })).toMatchObject({ keyFrameIntervalS: 2 });
  });

  it('of a gif is no wider than its request wants, at the price of what is drawn', () => {
    const large = template({ width: 3840, height: 2160 });
    const small = { format: 'gif', max_width: 480, loop: 2 } as const;
    expect(draft(small, large)).toMatchObject({ width: 480, height: 270, maxWidth: 480, loop: 2, credits: 40 });
    expect(draft({ ...small, max_width: 640 })).toMatchObject({ width: 640, height: 360 });
    expect(draft({ ...small, max_width: 3840 })).toMatchObject({ width: 640, height: 360 });
    expect(draft({ ...small, test: true }, large)).toMatchObject({ width: 480, height: 270, credits: 0 });
    expect(draft({ format: 'gif' })).toMatchObject({ width: 640, height: 360, maxWidth: null, loop: null });
  });

  it('names faults by the path the caller wrote', () => {
    const pages = [
      { number: 3 },
      { number: 1, layers: [{ name: 'missing' }, { name: 'title', source_url: 'https://a.example/' }] },
    ];
    expect(faultsOf({ pages })).toEqual([
      ['pages[0].number', 'INVALID_VALUE'],
      ['pages[1].layers[0].name', 'INVALID_VALUE'],
      ['pages[1].layers[1].source_url', 'INVALID_VALUE'],
    ]);
    expect(faultsOf({ modifications: { pages, variables: { nick: 'x' } } })).toEqual([
      ['modifications.pages[0].number', 'INVALID_VALUE'],
      ['modifications.pages[1].layers[0].name', 'INVALID_VALUE'],
      ['modifications.pages[1].layers[1].source_url', 'INVALID_VALUE'],
      ['modifications.variables.nick', 'INVALID_VALUE'],
    ]);
  });

  it('of a gif longer than a minute is refused', () => {
    const long = template({ pages: [{ number: 1, duration: 60.1 }] });
    expect(faultsOf({ format: 'gif' }, long)).toEqual([['format', 'VALUE_TOO_LARGE']]);
    expect(faultsOf({ format: 'gif' }, template({ pages: [{ number: 1, duration: 60 }] }))).toEqual([]);
    expect(faultsOf({ format: 'webm' }, long)).toEqual([]);
  });

  it('of a gif longer than the operator allows is refused', () => {
    const narrow = { ...LIMITS, formatS: { gif: 9 } };
    expect(faultsOf({ format: 'gif' }, template(), narrow)).toEqual([['format', 'VALUE_TOO_LARGE']]);
    expect(faultsOf({ format: 'gif' }, template(), { ...LIMITS, formatS: { gif: 10 } })).toEqual([]);
    expect(faultsOf({}, template(), narrow)).toEqual([]);
  });

  it.each([[{}], [{ pages: [{ number: 1, background_color: 'red' }] }]])(
    'of a template that was stored under wider limits is refused: %j',
    (rest) => {
      expect(faultsOf(rest, template(), { ...LIMITS, durationS: 9, framePixels: 640 * 360 - 1 })).toEqual(
        expect.arrayContaining([
          ['height', 'VALUE_TOO_LARGE'],
          ['pages', 'VALUE_TOO_LARGE'],
        ]),
      );
      expect(faultsOf(rest, template(), { ...LIMITS, durationS: 10, framePixels: 640 * 360 })).toEqual([]);
    },
  );
});
