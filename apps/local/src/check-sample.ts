import type { Video } from '#libs/contracts';
import { probe } from '#libs/encode';
import { UserError } from './user-error.js';

/**
 * Has ffprobe look at a rendered mp4; returns its properties in one line.
 * @throws UserError naming everything that is not as it must be
 */
export async function checkSample(file: string, video: Video): Promise<string> {
  const { video: picture, audio } = await probe(file);
  if (!picture) throw new UserError(`${file} has no picture.`);
  const frames = Math.round(video.fps * video.duration);
  const codec = `${picture.codec} ${picture.profile} ${picture.pixelFormat}`;
  const size = `${video.width}×${video.height}`;
  const facts = [
    { what: 'codec', found: codec, wanted: 'h264 High yuv420p' },
    { what: 'sound', found: audio?.codec ?? 'none', wanted: 'aac' },
    { what: 'size', found: `${picture.width}×${picture.height}`, wanted: size },
    { what: 'frames', found: picture.frameCount ?? 0, wanted: frames },
  ];
  const wrong = facts.filter(({ found, wanted }) => found !== wanted);
  if (wrong.length > 0) {
    const lines = wrong.map(({ what, found, wanted }) => `${what} is ${found}, not ${wanted}`);
    throw new UserError(`ffprobe says of ${file}: ${lines.join('; ')}`);
  }
  return `${codec}, aac, ${size}, ${frames} frames = ${video.fps} fps × ${Number(video.duration.toFixed(3))} s`;
}
