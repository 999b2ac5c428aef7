import { FORMATS } from '#libs/contracts';
import { checkOutput, checkStructure, encodeVideo } from '#libs/encode';
import { assetsOf } from '#libs/timeline';
import type { RenderTools } from '../render-tools.js';
import type { RenderHooks } from '../render-work.js';
import { renderFrames } from './render-frames.js';
import { resolveSounds } from './resolve-sounds.js';
import type { Made, StepWork } from './step-work.js';

/**
 * Renders a whole video: assets, frames, sound, encoder, poster, check.
 *
 * @throws RenderError, FrameError or FfmpegError; the signal's reason after an abort
 */
export async function renderVideo(work: StepWork, tools: RenderTools, hooks: RenderHooks): Promise<Made> {
  const { plan, timeline, clock } = work;
  const { ffmpeg, sampling } = tools;
  const { hasSound } = FORMATS[plan.format];
  const uses = assetsOf(timeline).filter(({ kind }) => hasSound || kind !== 'audio');
  const assets = await clock.time('assets', () => tools.assets.gather(uses, hooks.signal, plan.order));
  const video = {
    ...{ work, assets, sounds: hasSound ? resolveSounds(timeline, assets) : [] },
    range: { fromFrame: 0, toFrame: timeline.frameCount },
  };
  return renderFrames(
    video,
    { tools, hooks },
    {
      encode: (job, frames, encoding) => encodeVideo(job, frames, encoding, ffmpeg),
      check: async (job, expected, report) => {
        const isDecoded = sampling.reasonFor(job, report) !== null;
        const check = isDecoded
          ? await checkOutput(job.output, expected, ffmpeg, hooks.signal)
          : await checkStructure(job.output, expected);
        if (check.ok) sampling.count(job);
        return check;
      },
    },
  );
}
