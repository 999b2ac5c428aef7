import { join } from 'node:path';
import { checkSound, encodeSound } from '#libs/encode';
import { fileSizeOf, roomFor, withinRoom } from '../disk-room.js';
import { brokenOutput } from '../render-error.js';
import type { RenderTools } from '../render-tools.js';
import type { RenderHooks } from '../render-work.js';
import { resolveSounds } from './resolve-sounds.js';
import { sharedSound } from './shared-sound.js';
import type { Made, StepWork } from './step-work.js';

/**
 * The step `sound`: mixes and encodes the sound of a whole video, once for all of its parts.
 *
 * @throws RenderError or FfmpegError; the signal's reason after an abort
 */
export async function mixSound(
  { plan, folder, inputs, timeline, clock }: StepWork,
  tools: RenderTools,
  { signal }: RenderHooks,
): Promise<Made> {
  const assets = await clock.time('assets', () => tools.assets.adopt(inputs?.assets ?? []));
  const output = join(folder, `sound.${plan.format}`);
  const { width, height, fps, frameCount, durationS, loudnessLufs } = timeline;
  const { format, encoder } = plan;
  const sounds = resolveSounds(timeline, assets);
  const sound = { format, fps, frameCount, loudnessLufs, sounds };
  const video = { ...sound, width, height, encoder, sharedSound: sharedSound(sound, tools.shared), output };
  const room = { folder, ...(await roomFor(assets.files.values(), tools.disk)) };
  await clock.time('sound', () => withinRoom(room, signal, (inRoom) => encodeSound(video, inRoom, tools.ffmpeg)));
  const check = await clock.time('check', () => checkSound(output, video, tools.ffmpeg, signal));
  if (!check.ok) throw brokenOutput(check.faults);
  return { file: output, fileSize: await fileSizeOf(output), frames: frameCount, durationS, warnings: [] };
}
