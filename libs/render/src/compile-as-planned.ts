import { compile, testVersion, type Timeline } from '#libs/timeline';
import { OtherFrameCount, RenderError } from './render-error.js';
import type { StepPlan } from './render-work.js';

/**
 * Compiles the document of a plan.
 *
 * @throws OtherFrameCount where the release that planned the video counted other frames; RenderError RENDER_FAILED for a whole
 * video that is not all of its frames
 */
export function compileAsPlanned(plan: StepPlan): Timeline {
  const compiled = compile(plan.document, { fps: plan.fps, audioUrl: plan.audio_url });
  const timeline = plan.test ? testVersion(compiled) : compiled;
  if (timeline.frameCount !== plan.frame_count) throw new OtherFrameCount(timeline.frameCount, plan.frame_count);
  const isWhole = plan.from_frame === 0 && plan.to_frame === plan.frame_count;
  if (isWhole || plan.step === 'pictures') return timeline;
  const detail = `planned [${plan.from_frame}, ${plan.to_frame}) of ${plan.frame_count}`;
  throw new RenderError('RENDER_FAILED', 'The video could not be drawn as planned', { detail });
}
