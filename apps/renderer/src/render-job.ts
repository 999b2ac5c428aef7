import { join } from 'node:path';
import { FORMATS, type RenderPlan } from '#libs/contracts';
import { checkOutput, encodeVideo, type FfmpegTools, type ResolvedSound } from '#libs/encode';
import { type MaterialLimits, openFrameRenderer } from '#libs/frames';
import { assetsOf, compile, stillRunsOf, testVersion, type Timeline, withCaptions } from '#libs/timeline';
import type { AssetLibrary, JobAssets } from './assets/asset-library.js';
import { sizeOf, withinRoom } from './disk-room.js';
import { Poster } from './poster.js';
import { RenderError } from './render-error.js';
import type { SlotDisk } from './slots/slot-disk.js';
import { StageClock, type StageTimes, type Step } from './stage-clock.js';

/** One attempt's work: what to draw, and an empty folder of its own. */
export interface RenderWork {
  plan: RenderPlan;
  folder: string;
}

export interface RenderedVideo {
  /** In the work's folder. */
  file: string;
  /** Bytes. */
  fileSize: number;
  frames: number;
  durationS: number;
  /** The frame that stands for the video, a JPEG in the work's folder. */
  poster: string;
  /** What could not be drawn as written, for the log. */
  warnings: readonly string[];
  stageMs: StageTimes;
  steps: readonly Step[];
}

export interface RenderTools {
  assets: AssetLibrary;
  ffmpeg: FfmpegTools;
  limits: MaterialLimits;
  /** What the slot may take on the disk, and keep of other videos. */
  disk: Pick<SlotDisk, 'total' | 'cache'>;
  /** What stands still is encoded once. */
  repeatsHolds: boolean;
}

/** How the work is watched and ended. */
export interface RenderHooks {
  signal: AbortSignal;
  onFrame(done: number): void;
}

/**
 * The way from a document to a checked video file.
 *
 * @throws RenderError, FrameError or FfmpegError; the signal's reason after an abort
 */
export async function renderJob(work: RenderWork, tools: RenderTools, hooks: RenderHooks): Promise<RenderedVideo> {
  const { plan, folder } = work;
  const clock = new StageClock();
  const planned = compileAsPlanned(plan);
  const { hasSound } = FORMATS[plan.format];

  const uses = assetsOf(planned).filter((use) => hasSound || use.kind !== 'audio');
  const assets = await clock.time('assets', () => tools.assets.gather(uses, hooks.signal));
  const timeline = withCaptions(planned, (url) => assets.cues(url));
  const sounds = hasSound ? resolveSounds(timeline, assets) : [];

  const renderer = await clock.time('open', () => openFrameRenderer(timeline, assets, tools.limits));
  try {
    const output = join(folder, `video.${plan.format}`);
    const { width, height } = renderer;
    const video = { width, height, fps: plan.fps, frameCount: timeline.frameCount, format: plan.format };
    const holds = tools.repeatsHolds ? stillRunsOf(timeline) : [];
    const job = { ...video, encoder: plan.encoder, sounds, holds, output };
    const poster = new Poster(join(folder, 'poster.jpg'), timeline, holds);
    const frames = async (frame: number) => poster.see(frame, await renderer.render(frame));
    const room = { folder, ...(await roomFor(assets, tools.disk)) };
    const report = await clock.step('encode', () =>
      withinRoom(room, hooks.signal, (signal) => encodeVideo(job, frames, { ...hooks, signal }, tools.ffmpeg)),
    );
    clock.add({ draw: report.drawMs, encode: report.encodeMs });

    await clock.time('poster', () => poster.write());
    const check = await clock.time('check', () => checkOutput(output, video, tools.ffmpeg, hooks.signal));
    if (!check.ok) throw brokenOutput(check.faults);
    return {
      file: output,
      fileSize: report.fileSize,
      frames: report.frameCount,
      durationS: timeline.durationS,
      poster: poster.file,
      warnings: renderer.warnings,
      stageMs: clock.times,
      steps: clock.steps,
    };
  } finally {
    await renderer.close();
  }
}

/** The price was taken for the frames that videos counted: a renderer that counts otherwise is of another build. */
function compileAsPlanned(plan: RenderPlan): Timeline {
  const compiled = compile(plan.document, { fps: plan.fps, audioUrl: plan.audio_url });
  const timeline = plan.test ? testVersion(compiled) : compiled;
  if (plan.from_frame === 0 && plan.to_frame === plan.frame_count && timeline.frameCount === plan.frame_count) {
    return timeline;
  }
  const detail = `planned [${plan.from_frame}, ${plan.to_frame}) of ${plan.frame_count}, compiled ${timeline.frameCount}`;
  throw new RenderError('RENDER_FAILED', 'The video could not be drawn as planned', { detail });
}

/** What is left for drawing beside the video's own files, or those that are kept of others. */
async function roomFor(
  assets: JobAssets,
  disk: RenderTools['disk'],
): Promise<{ maxBytes: number; totalBytes: number }> {
  const files = new Set(assets.entries.map(([, { file }]) => file));
  let own = 0;
  for (const file of files) own += await sizeOf(file);
  return { maxBytes: disk.total - Math.max(own, disk.cache), totalBytes: disk.total };
}

function resolveSounds(timeline: Timeline, assets: JobAssets): ResolvedSound[] {
  return timeline.sounds.flatMap((sound) => {
    const source = assets.sound(sound.sourceUrl);
    return source ? [{ ...sound, ...source }] : [];
  });
}

function brokenOutput(faults: readonly string[]): RenderError {
  const message = 'The encoded file did not pass its check';
  return new RenderError('OUTPUT_CHECK_FAILED', message, { retryable: true, detail: faults.join('; ') });
}
