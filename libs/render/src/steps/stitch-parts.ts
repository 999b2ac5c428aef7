import { join } from 'node:path';
import { checkStitched, stitch, type StitchJob, UnfitPartError } from '#libs/encode';
import { roomFor, withinRoom } from '../disk-room.js';
import { brokenOutput, UnfitParts } from '../render-error.js';
import type { RenderTools } from '../render-tools.js';
import type { RenderHooks } from '../render-work.js';
import type { Made, StepWork } from './step-work.js';

/**
 * The step `stitch`: joins the parts and the sound of a video to its file, without encoding again.
 *
 * @throws UnfitParts, RenderError or FfmpegError; the signal's reason after an abort
 */
export async function stitchParts(
  work: StepWork,
  { ffmpeg, disk }: RenderTools,
  { signal }: RenderHooks,
): Promise<Made> {
  const { folder, clock, plan } = work;
  const job = jobOf(work);
  const room = { folder, ...(await roomFor([], disk)) };
  const fileSize = await clock.time('stitch', () =>
    withinRoom(room, signal, (inRoom) => stitch(job, inRoom, ffmpeg)).catch((error: unknown) => {
      if (!(error instanceof UnfitPartError)) throw error;
      const unfit = error.parts.map((index) => plan.parts![index]!.segment);
      throw new UnfitParts(unfit, error.message);
    }),
  );
  const check = await clock.time('check', () => checkStitched(job, ffmpeg, signal));
  if (!check.ok) throw brokenOutput(check.faults);
  return { file: job.output, fileSize, frames: job.frameCount, durationS: work.timeline.durationS, warnings: [] };
}

function jobOf({ plan, folder, inputs, timeline }: StepWork): StitchJob {
  const { parts = [], format } = plan;
  const files = parts.map(({ from_frame: fromFrame, to_frame: toFrame, drawn_at: drawnAtMs }, index) => {
    return { file: inputs!.parts![index]!, fromFrame, toFrame, ...(drawnAtMs !== undefined && { drawnAtMs }) };
  });
  const { width, height, fps, frameCount } = timeline;
  const output = join(folder, `video.${format}`);
  return { width, height, fps, frameCount, format, parts: files, sound: inputs!.sound!, output };
}
