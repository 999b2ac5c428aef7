import { describe, expect, it } from '@jest/globals';
import { differences, type ExpectedOutput } from './check-output.js';
import type { MediaInfo } from './probe.js';

const EXPECTED: ExpectedOutput = { width: 640, height: 360, fps: 24, frameCount: 48, format: 'mp4' };
const VIDEO = {
  codec: 'h264',
  profile: 'High',
  width: 640,
  height: 360,
  shownWidth: 640,
  shownHeight: 360,
  pixelFormat: 'yuv420p',
  hasAlpha: false,
  chromaLocation: null,
  colorSpace: 'bt709',
  colorRange: 'tv',
  colorTransfer: 'bt709',
  colorPrimaries: 'bt709',
  fps: 24,
  durationS: 2,
  frameCount: 48,
  keyFramesS: [],
};
const AUDIO = { codec: 'aac', sampleRateHz: 48_000, channels: 2, durationS: 2 };
const GOOD: MediaInfo = { container: 'mov,mp4,m4a', durationS: 2, streamCount: 2, video: VIDEO, audio: AUDIO };

describe('differences', () => {
  it('finds none in a file as asked for', () => {
    expect(differences(GOOD, EXPECTED)).toEqual([]);
  });

  it.each<[string, MediaInfo]>([
    ['frames is 47, not 48', { ...GOOD, video: { ...VIDEO, frameCount: 47 } }],
    ['profile is High 4:4:4 Predictive, not High', { ...GOOD, video: { ...VIDEO, profile: 'High 4:4:4 Predictive' } }],
    ['pixel format is yuv444p, not yuv420p', { ...GOOD, video: { ...VIDEO, pixelFormat: 'yuv444p' } }],
    ['width is 320, not 640', { ...GOOD, video: { ...VIDEO, width: 320 } }],
    ['color space is bt470bg, not bt709', { ...GOOD, video: { ...VIDEO, colorSpace: 'bt470bg' } }],
    ['audio codec is null, not aac', { ...GOOD, audio: undefined }],
    ['streams is 3, not 2', { ...GOOD, streamCount: 3 }],
    ['sound lasts 1.9 s, not 2 s', { ...GOOD, audio: { ...AUDIO, durationS: 1.9 } }],
    ['file lasts 2.05 s, not 2 s', { ...GOOD, durationS: 2.05 }],
  ])('%s', (fault, info) => {
    expect(differences(info, EXPECTED)).toEqual([fault]);
  });
});
