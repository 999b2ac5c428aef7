import type { ResolvedSound } from '../encode-plan.js';

/** Music of 3 s that repeats through a video of 10 s at 24 frames per second. */
export const LOOPING_BED: ResolvedSound = {
  sourceUrl: 'https://example.com/music.mp3',
  path: 'audio_url',
  role: 'bed',
  fromFrame: 0,
  toFrame: 240,
  trimStartS: 0,
  volume: 1,
  fadeInS: 0,
  fadeOutS: 0,
  loop: true,
  file: '/work/assets/0a1b',
  sourceDurationS: 3,
  sourceChannels: 2,
  hasPicture: false,
};
