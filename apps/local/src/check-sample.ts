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
  const found = {
    codec: `${picture.codec} ${picture.profile} ${picture.pixelFormat}`,
    sound: audio?.codec ?? 'none',
    size: `${picture.width}×${picture.height}`,
    frames: picture.frameCount ?? 0,
  };
  const wanted = { codec: 'h264 High yuv420p', sound: 'aac', size: `${video.width}×${video.height}`, frames };
  const wrong = Object.entries(wanted).filter(([what, value]) => found[what as keyof typeof found] !== value);
  if (wrong.length > 0) {
    const lines = wrong.map(([what, value]) => `${what} is ${found[what as keyof typeof found]}, not ${value}`);
    throw new UserError(`ffprobe says of ${file}: ${lines.join('; ')}`);
  }
  return `${found.codec}, ${found.sound}, ${found.size}, ${frames} frames = ${video.fps} fps × ${Number(video.duration.toFixed(3))} s`;
}
