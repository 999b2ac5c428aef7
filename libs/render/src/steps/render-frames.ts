import { join } from 'node:path';
import type {
  EncodeHooks,
  EncodeJob,
  EncodeReport,
  ExpectedOutput,
  FrameRange,
  FrameSource,
  OutputCheck,
  ResolvedSound,
} from '#libs/encode';
import { type FrameRenderer, openFrameRenderer } from '#libs/frames';
import { cutsOf, stillRunsOf, type Timeline, withCaptions, withinWidth } from '#libs/timeline';
import type { JobAssets } from '../assets/asset-library.js';
import { roomFor, withinRoom } from '../disk-room.js';
import { drawAhead } from '../drawing/draw-ahead.js';
import { Poster } from '../poster.js';
import { brokenOutput } from '../render-error.js';
import type { RenderTools } from '../render-tools.js';
import type { RenderHooks } from '../render-work.js';
import { sharedSound } from './shared-sound.js';
import type { Made, StepWork } from './step-work.js';

/** The frames `range` of a video, and its files. */
interface FramesToRender {
  work: StepWork;
  assets: JobAssets;
  sounds: readonly ResolvedSound[];
  range: FrameRange;
}

interface Means {
  tools: RenderTools;
  hooks: RenderHooks;
}

/** Encodes frames to the file `output` of a job, and checks that file. */
interface Encoding {
  encode: (job: EncodeJob, frames: FrameSource, hooks: EncodeHooks) => Promise<EncodeReport>;
  check: (job: EncodeJob, expected: ExpectedOutput, report: EncodeReport) => Promise<OutputCheck>;
}

/** Frames with an open renderer, and the job of their encoder. */
interface OpenFrames extends FramesToRender {
  timeline: Timeline;
  renderer: FrameRenderer;
  job: EncodeJob;
  poster: Poster;
}

/** Draws and encodes frames whose files are there, and checks the result; writes the poster if it is one of them. */
export async function renderFrames(video: FramesToRender, means: Means, encoding: Encoding): Promise<Made> {
  const { work, assets, range } = video;
  const { plan, folder, clock } = work;
  const { tools, hooks } = means;
  hooks.onFrame(0); // the limit for drawing begins
  const spoken = withCaptions(work.timeline, (url) => assets.cues(url));
  const renderer = await clock.time('open', () =>
    openFrameRenderer(spoken, assets, tools.limits, { cache: tools.painted, files: assets.files }),
  );
  const { timeline } = renderer;
  try {
    const job = jobOf(video, timeline, tools);
    const poster = new Poster(join(folder, 'poster.jpg'), timeline, job.stillRuns ?? []);
    const { report, threads } = await drawAndEncode({ ...video, timeline, renderer, job, poster }, means, encoding);

    const hasPoster = poster.isWithin(range);
    if (hasPoster) await clock.time('poster', () => poster.write());
    const frames = range.toFrame - range.fromFrame;
    const expected = { ...job, ...job.gif?.size, frameCount: frames };
    const check = await clock.time('check', () => encoding.check(job, expected, report));
    if (!check.ok) throw brokenOutput(check.faults);
    return {
      ...{ file: job.output, fileSize: report.fileSize, frames, durationS: frames / plan.fps },
      ...(report.digest !== undefined && { sha256: report.digest }),
      ...(hasPoster && { poster: poster.file }),
      ...(report.optimization && { optimization: report.optimization }),
      ...{ warnings: renderer.warnings, threads },
    };
  } finally {
    await renderer.close();
  }
}

function jobOf(
  { work: { plan, folder }, sounds, range }: FramesToRender,
  timeline: Timeline,
  { repeatsStillRuns, shared }: RenderTools,
): EncodeJob {
  const { width, height, fps, frameCount, loudnessLufs } = timeline;
  const { format, encoder, key_frame_interval: keyFrameIntervalS } = plan;
  const gif = { size: withinWidth({ width, height }, plan.max_width ?? null), plays: plan.loop ?? 0 };
  const sound = { format, fps, frameCount, loudnessLufs, sounds };
  return {
    ...{ ...sound, width, height, encoder, keyFrameIntervalS, gif, sharedSound: sharedSound(sound, shared) },
    ...(repeatsStillRuns && { stillRuns: stillRunsOf(timeline, range), cuts: cutsOf(timeline) }),
    output: join(folder, `video.${format}`),
  };
}

/** Draws and encodes frames. Threads join in drawing while the encoder waits for frames. */
async function drawAndEncode(
  { work, assets, timeline, renderer, job, poster }: OpenFrames,
  { tools, hooks }: Means,
  { encode }: Encoding,
): Promise<{ report: EncodeReport; threads: number }> {
  const { folder, clock, cpu } = work;
  const { limits, threads: threadLimits, awaiting, disk } = tools;
  const room = { folder, ...(await roomFor(assets.files.values(), disk)) };
  const shown = { timeline, files: assets.files, limits };
  const drawing = { renderer, work: shown, limits: threadLimits, awaiting };
  const draw = (signal: AbortSignal) =>
    drawAhead({ ...drawing, signal }, (drawn, onPass) => {
      const frames = async (frame: number) => poster.see(frame, await drawn(frame));
      return encode(job, frames, { ...hooks, signal, onPass });
    });
  const { result: report, threads } = await clock.step('encode', () =>
    cpu.frames(() => withinRoom(room, hooks.signal, draw)),
  );
  clock.add({ draw: report.drawMs, encode: report.encodeMs });
  return { report, threads };
}
