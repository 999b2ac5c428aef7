import { join } from 'node:path';
import { checkSound, encodeSound } from '#libs/encode';
import { CpuMeter } from '../cpu-meter.js';
import { sizeOf, withinRoom } from '../disk-room.js';
import {
  compileAsPlanned,
  type RenderedVideo,
  type RenderHooks,
  type RenderTools,
  type RenderWork,
  resolveSounds,
  roomFor,
} from '../render-job.js';
import { brokenOutput } from '../render-error.js';
import { StageClock } from '../stage-clock.js';

/**
 * The step `sound`: mixes and encodes the sound of a whole video, once for all of its segments.
 *
 * @throws RenderError or FfmpegError; the signal's reason after an abort
 */
export async function soundJob(
  { plan, folder, inputs }: RenderWork,
  tools: RenderTools,
  { signal }: RenderHooks,
): Promise<RenderedVideo> {
  const clock = new StageClock();
  const cpu = await CpuMeter.start();
  const timeline = compileAsPlanned(plan);
  const assets = await clock.time('assets', () => tools.assets.adopt(inputs?.assets ?? []));
  const output = join(folder, `sound.${plan.format}`);
  const { width, height, fps, frameCount } = timeline;
  const { format, encoder } = plan;
  const video = { width, height, fps, frameCount, format, encoder, sounds: resolveSounds(timeline, assets), output };
  const room = { folder, ...(await roomFor(assets, tools.disk)) };
  await clock.time('sound', () => withinRoom(room, signal, (inRoom) => encodeSound(video, inRoom, tools.ffmpeg)));
  const check = await clock.time('check', () => checkSound(output, video, tools.ffmpeg, signal));
  if (!check.ok) throw brokenOutput(check.faults);
  return {
    file: output,
    fileSize: await sizeOf(output),
    frames: frameCount,
    durationS: timeline.durationS,
    warnings: [],
    stageMs: clock.times,
    cpuMs: await cpu.cost(),
    steps: clock.steps,
  };
}
