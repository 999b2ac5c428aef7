import { join } from 'node:path';
import { checkStitched, stitch, UnfitSegmentError } from '#libs/encode';
import { CpuMeter } from '../cpu-meter.js';
import { withinRoom } from '../disk-room.js';
import {
  compileAsPlanned,
  type RenderedVideo,
  type RenderHooks,
  type RenderTools,
  type RenderWork,
} from '../render-job.js';
import { brokenOutput, UnfitParts } from '../render-error.js';
import { StageClock } from '../stage-clock.js';

/**
 * The step `stitch`: joins the segments and the sound of a video to its file, without encoding again.
 *
 * @throws UnfitParts, RenderError or FfmpegError; the signal's reason after an abort
 */
export async function stitchJob(
  { plan, folder, inputs }: RenderWork,
  { ffmpeg, disk }: RenderTools,
  { signal }: RenderHooks,
): Promise<RenderedVideo> {
  const clock = new StageClock();
  const cpu = await CpuMeter.start();
  const timeline = compileAsPlanned(plan);
  const { parts = [], format } = plan;
  const segments = parts.map(({ from_frame: fromFrame, to_frame: toFrame, drawn_at: drawnAtMs }, index) => {
    return { file: inputs!.parts![index]!, fromFrame, toFrame, ...(drawnAtMs !== undefined && { drawnAtMs }) };
  });
  const { width, height, fps, frameCount, durationS } = timeline;
  const output = join(folder, `video.${format}`);
  const job = { width, height, fps, frameCount, format, segments, sound: inputs!.sound!, output };
  const room = { folder, maxBytes: disk.total - disk.cache, totalBytes: disk.total };
  const fileSize = await clock.time('stitch', () =>
    withinRoom(room, signal, (inRoom) => stitch(job, inRoom, ffmpeg)).catch((error: unknown) => {
      if (!(error instanceof UnfitSegmentError)) throw error;
      throw new UnfitParts(
        error.segments.map((index) => parts[index]!.segment),
        error.message,
      );
    }),
  );
  const check = await clock.time('check', () => checkStitched(job, ffmpeg, signal));
  if (!check.ok) throw brokenOutput(check.faults);
  return {
    ...{ file: output, fileSize, frames: frameCount, durationS, warnings: [] },
    ...{ stageMs: clock.times, cpuMs: await cpu.cost(), steps: clock.steps },
  };
}
