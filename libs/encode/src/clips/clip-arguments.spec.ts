import { describe, expect, it } from '@jest/globals';
import type { VideoStreamInfo } from '../probe.js';
import { clipArguments, type ClipRun } from './clip-arguments.js';

const RUN: ClipRun = { width: 640, height: 360, fps: 30, fromS: 0, speed: 1, firstPicture: 0 };
const HD = { width: 1920, height: 1080, shownWidth: 1920, shownHeight: 1080, fps: 30, colorSpace: 'bt709' };

function argumentsFor(source: object, hasGpu?: boolean): string {
  return clipArguments('/clip', source as VideoStreamInfo, RUN, hasGpu).join(' ');
}

describe('clipArguments', () => {
  it('lets a GPU decode large pictures, and says so before it names the file', () => {
    expect(argumentsFor(HD, true)).toMatch(/-hwaccel auto .*-i \/clip/);
  });

  it.each<[string, object, boolean | undefined]>([
    ['without a GPU', HD, false],
    ['where nobody looked for one', HD, undefined],
    ['small pictures', { ...HD, width: 1280, height: 720 }, true],
  ])('decodes on the processor: %s', (_case, source, hasGpu) => {
    expect(argumentsFor(source, hasGpu)).not.toContain('-hwaccel');
  });
});
