import { describe, expect, it } from '@jest/globals';
import type { VideoStreamInfo } from '../probe.js';
import type { FootageRun } from '#libs/timeline';
import { footageArguments } from './footage-arguments.js';

const RUN: FootageRun = { width: 640, height: 360, fps: 30, fromS: 0, speed: 1, firstPicture: 0 };
const HD = {
  ...{ width: 1920, height: 1080, shownWidth: 1920, shownHeight: 1080 },
  ...{ fps: 30, colorSpace: 'bt709', keyFramesS: [0, 2, 4, 4.6, 9] },
};

const LEFT = { chromaLocation: 'left', pixelFormat: 'yuv420p' };

function argumentsFor(source: object, hasGpu?: boolean, run: Partial<FootageRun> = {}): string {
  return footageArguments('/footage', source as VideoStreamInfo, { ...RUN, ...run }, hasGpu).join(' ');
}

function seekOf(run: Partial<FootageRun>): number {
  return Number(/-ss (\S+)/.exec(argumentsFor(HD, false, run))?.[1] ?? 0);
}

describe('footageArguments', () => {
  it('lets a GPU decode large pictures, by an option before the input', () => {
    expect(argumentsFor(HD, true)).toMatch(/-hwaccel auto .*-i \/footage/);
  });

  it.each<[string, object, boolean | undefined]>([
    ['without a GPU', HD, false],
    ['if none was probed', HD, undefined],
    ['small pictures', { ...HD, width: 1280, height: 720 }, true],
  ])('decodes on the processor: %s', (_case, source, hasGpu) => {
    expect(argumentsFor(source, hasGpu)).not.toContain('-hwaccel');
  });

  it('reduces pictures by a sharp filter, or by means', () => {
    expect(argumentsFor(HD)).toContain('flags=bicubic+');
    expect(argumentsFor(HD, false, { byMeans: true })).toContain('flags=area+');
  });

  it.each<[string, object, string | undefined]>([
    ['left', LEFT, 'in_h_chr_pos=0:in_v_chr_pos=128:out_h_chr_pos=0'],
    ['top left, in 10 bits', { chromaLocation: 'topleft', pixelFormat: 'p010le' }, 'in_h_chr_pos=0:in_v_chr_pos=0:'],
    ['in a picture of HDR', { ...LEFT, colorSpace: 'bt2020nc', colorTransfer: 'smpte2084' }, 'in_h_chr_pos=0:'],
    ['in another matrix', { ...LEFT, colorSpace: 'smpte170m' }, undefined],
    ['unknown', { chromaLocation: null, pixelFormat: 'yuv420p' }, undefined],
    ['not at half the size', { ...LEFT, pixelFormat: 'yuv422p' }, undefined],
  ])('scales chroma from its place in the source: %s', (_case, source, options) => {
    const given = argumentsFor({ ...HD, ...source });
    if (options === undefined) expect(given).not.toContain('chr_pos');
    else expect(given).toContain(options);
  });

  it.each<[string, Partial<FootageRun>, number]>([
    ['from the start of the file', {}, 0],
    ['at a key frame', { fromS: 2 }, 2.14],
    ['at a picture that is nearest to a key frame', { fromS: 1.99 }, 2.14],
    ['just before a key frame', { fromS: 1.98 }, 1.48],
    ['soon after a key frame', { fromS: 1, firstPicture: 20, speed: 2 }, 2.14],
    ['long after a key frame', { fromS: 3.2 }, 2.7],
    ['where the next key frame follows too soon', { fromS: 4.1 }, 3.6],
    ['after the last key frame that is known', { fromS: 9 }, 8.5],
  ])('begins to decode no earlier than the key frames call for: %s', (_case, run, seekS) => {
    expect(seekOf(run)).toBeCloseTo(seekS, 5);
  });
});
