import type { RenderStep } from '#libs/contracts';
import { compileAsPlanned } from './compile-as-planned.js';
import { CpuMeter } from './cpu-meter.js';
import type { RenderTools } from './render-tools.js';
import type { RenderedVideo, RenderHooks, RenderWork } from './render-work.js';
import { StageClock } from './stage-clock.js';
import { gatherAssets } from './steps/gather-assets.js';
import { mixSound } from './steps/mix-sound.js';
import { renderPictures } from './steps/render-pictures.js';
import { renderVideo } from './steps/render-video.js';
import type { PerformStep } from './steps/step-work.js';
import { stitchParts } from './steps/stitch-parts.js';

const STEPS: Record<RenderStep, PerformStep> = {
  video: renderVideo,
  assets: gatherAssets,
  pictures: renderPictures,
  sound: mixSound,
  stitch: stitchParts,
};

/**
 * Renders a document to a checked video file, or does the plan's step of a video that is cut.
 *
 * @throws RenderError, FrameError or FfmpegError; the signal's reason after an abort
 */
export async function renderJob(work: RenderWork, tools: RenderTools, hooks: RenderHooks): Promise<RenderedVideo> {
  const clock = new StageClock();
  const cpu = await CpuMeter.start();
  const timeline = compileAsPlanned(work.plan);
  const made = await STEPS[work.plan.step ?? 'video']({ ...work, timeline, clock, cpu }, tools, hooks);
  return { ...made, stageMs: clock.times, cpuMs: await cpu.cost(), steps: clock.steps };
}
