import { checkPart, encodePart } from '#libs/encode';
import type { RenderTools } from '../render-tools.js';
import type { RenderHooks } from '../render-work.js';
import { renderFrames } from './render-frames.js';
import type { Made, StepWork } from './step-work.js';

/**
 * The step `pictures`: renders the frames of a part of a video to a file that can be joined with the others. A part is
 * decoded where it is made.
 *
 * @throws RenderError, FrameError or FfmpegError; the signal's reason after an abort
 */
export async function renderPictures(work: StepWork, tools: RenderTools, hooks: RenderHooks): Promise<Made> {
  const { plan, inputs, clock } = work;
  const { ffmpeg } = tools;
  const assets = await clock.time('assets', () => tools.assets.adopt(inputs?.assets ?? []));
  const range = { fromFrame: plan.from_frame, toFrame: plan.to_frame };
  return renderFrames(
    { work, assets, sounds: [], range },
    { tools, hooks },
    {
      encode: (video, frames, encoding) => encodePart({ video, range }, frames, encoding, ffmpeg),
      check: ({ output }, expected) => checkPart(output, expected, ffmpeg, hooks.signal),
    },
  );
}
