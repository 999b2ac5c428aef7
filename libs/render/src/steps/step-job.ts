import type { RenderStep } from '#libs/contracts';
import { gatherJob } from './gather-job.js';
import { type RenderedVideo, type RenderHooks, renderJob, type RenderTools, type RenderWork } from '../render-job.js';
import { soundJob } from './sound-job.js';
import { stitchJob } from './stitch-job.js';

type Job = (work: RenderWork, tools: RenderTools, hooks: RenderHooks) => Promise<RenderedVideo>;

const JOBS: Record<RenderStep, Job> = {
  video: renderJob,
  assets: gatherJob,
  pictures: renderJob,
  sound: soundJob,
  stitch: stitchJob,
};

/** Does the work of a plan's step. @throws as the job of the step */
export function stepJob(work: RenderWork, tools: RenderTools, hooks: RenderHooks): Promise<RenderedVideo> {
  return JOBS[work.plan.step ?? 'video'](work, tools, hooks);
}
