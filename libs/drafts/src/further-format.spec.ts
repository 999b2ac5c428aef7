/** @modules own */
import { describe, expect, it } from '@jest/globals';
import { FORMATS, VIDEO_FORMATS, type VideoFormat } from '#libs/contracts';
import { FORMAT_LIMITS, validateTemplate } from '#libs/template';

// Two rows, as a release would add them, before anything that reads the table is loaded.
const ROWS = {
  mov: { ...FORMATS.mp4, contentType: 'video/quicktime', isCuttable: false, hasKeyFrames: false },
  apng: { ...FORMATS.gif, contentType: 'image/apng', ownOptions: ['loop'] },
};
Object.assign(FORMATS, ROWS);
(VIDEO_FORMATS as unknown as string[]).push(...Object.keys(ROWS));

const { isPublicKey, publicFileKey, publicPosterKey } = await import('#libs/contracts');
const { contentTypeOf } = await import('#libs/storage');
const { draftVideo } = await import('./draft-video.js');
const { readVideoRequest } = await import('./video-request.js');

const ID = '8f14e45f-ceea-4c67-a1de-6b1f0f2d9c01';
const faultsOf = (request: object): string[] => {
  const read = readVideoRequest({ template_id: ID, ...request }, () => null);
  return read.ok ? [] : read.faults.map(({ message }) => message);
};

/** Long enough to be cut. */
function draft(format: string) {
  const pages = [1, 2].map((number) => ({ number, duration: 60 }));
  const template = validateTemplate({ name: 'Long', width: 1920, height: 1080, pages });
  if (!template.ok) throw new Error(JSON.stringify(template.faults));
  const limits = { ...FORMAT_LIMITS, formatS: {} };
  const options = { key_frame_interval: 2, audio_url: 'https://example.com/a.mp3' };
  const drafted = draftVideo({ template_id: ID, format: format as VideoFormat, ...options }, template.value, limits);
  if (!drafted.ok) throw new Error(JSON.stringify(drafted.faults));
  return drafted.value.draft;
}

describe('a further row in the table of formats', () => {
  it('is a format of requests, with the options of its row', () => {
    expect(faultsOf({ format: 'mov' })).toEqual([]);
    expect(faultsOf({ format: 'apng', loop: 2 })).toEqual([]);
    expect(faultsOf({ format: 'mov', loop: 2 })).toEqual(['loop is only for format gif and apng, the format is mov']);
    expect(faultsOf({ format: 'apng', max_width: 200 })).toEqual([
      'max_width is only for format gif, the format is apng',
    ]);
  });

  it('decides about sound, key frames, rate and cutting', () => {
    expect(draft('mp4')).toMatchObject({ keyFrameIntervalS: 2, cutPlaces: expect.anything() });
    expect(draft('mov')).toMatchObject({ fps: 24, audioUrl: 'https://example.com/a.mp3' });
    expect(draft('mov')).toMatchObject({ keyFrameIntervalS: null, cutPlaces: null });
    expect(draft('apng')).toMatchObject({ fps: 12, audioUrl: null, keyFrameIntervalS: null, cutPlaces: null });
  });

  it.each(Object.entries(ROWS))('gives files of %s a public key and a type', (format, { contentType }) => {
    const key = publicFileKey(ID, 'AbCdEfGhIjKlMnOpQrStUv', format as VideoFormat);
    expect(isPublicKey(key)).toBe(true);
    expect(isPublicKey(publicPosterKey(key))).toBe(true);
    expect(isPublicKey(key.replace(format, 'avi'))).toBe(false);
    expect(contentTypeOf(key)).toBe(contentType);
  });
});
