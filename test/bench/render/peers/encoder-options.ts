import { pictureOptions, planEncode } from '#libs/encode';
import { FPS } from '../templates.ts';
import type { Storyboard } from './storyboard.ts';

/** Options that decide about quality and kind of the pictures. Peers decide about colors, threads and key frames. */
const SHARED = ['-c:v', '-preset', '-profile:v', '-pix_fmt', '-crf', '-x264-params'];

/** Names and values of a render's options for the encoder, as ffmpeg calls them. */
export function encoderOptions({ width, height }: Storyboard): [name: string, value: string][] {
  const video = {
    width,
    height,
    fps: FPS,
    frameCount: 1,
    format: 'mp4',
    encoder: 'software',
    sounds: [],
    output: '',
  } as const;
  const options = pictureOptions(planEncode(video));
  return SHARED.map((name) => [name, options[options.indexOf(name) + 1]!]);
}
