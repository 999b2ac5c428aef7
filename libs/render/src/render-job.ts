import { join } from 'node:path';
import { FORMATS, type RenderCost, type RenderPlan } from '#libs/contracts';
import {
  checkOutput,
  checkSegment,
  checkStructure,
  type DecodeSampling,
  type EncodeHooks,
  type EncodeReport,
  encodeSegment,
  encodeVideo,
  type FfmpegTools,
  type FrameSource,
  type ResolvedSound,
} from '#libs/encode';
import { type RendererCache, type ResourceLimits, openFrameRenderer } from '#libs/frames';
import type { Warning } from '#libs/template';
import {
  assetsOf,
  compile,
  cutsOf,
  stillRunsOf,
  testVersion,
  type Timeline,
  withCaptions,
  withinWidth,
} from '#libs/timeline';
import type { AssetEntries, AssetLibrary, JobAssets } from './assets/asset-library.js';
import { CpuMeter } from './cpu-meter.js';
import { drawAhead, type ThreadLimits } from './drawing/draw-ahead.js';
import type { Awaiting } from './drawing/frames-ahead.js';
import { sizeOf, withinRoom } from './disk-room.js';
import { Poster } from './poster.js';
import { brokenOutput, OtherFrameCount, RenderError } from './render-error.js';
import { StageClock, type StageTimes, type Step } from './stage-clock.js';

/** The work of one render attempt: the plan, and an empty folder for its files. */
export interface RenderWork {
  plan: RenderPlan;
  folder: string;
  /** Absent: the step needs none. */
  inputs?: StepInputs;
}

/** What earlier steps have made, in files below the folder. */
export interface StepInputs {
  assets?: AssetEntries;
  /** In the order of the plan's parts. */
  parts?: string[];
  sound?: string;
}

/** What a step has made: a whole video, or a part of it. */
export interface RenderedVideo {
  /** In the work's folder. */
  file: string;
  /** Names of files in the slot's cache that belong to it. */
  assets?: string[];
  /** Bytes. */
  fileSize: number;
  /** SHA-256 of the file as it was written, hex. Absent: ffmpeg wrote it. */
  sha256?: string;
  frames: number;
  durationS: number;
  /** The poster frame, a JPEG in the work's folder. Absent: the part does not show it. */
  poster?: string;
  /** What could not be drawn as the document specifies, for the log. */
  warnings: readonly Warning[];
  /** Threads that drew it. */
  threads?: number;
  stageMs: StageTimes;
  /** Undefined where the system does not measure it. */
  cpuMs: RenderCost | undefined;
  steps: readonly Step[];
}

export interface RenderTools {
  assets: AssetLibrary;
  ffmpeg: FfmpegTools;
  limits: ResourceLimits;
  /** What earlier videos and stills have painted. */
  painted: RendererCache;
  /** Waits for a frame that another thread draws; absent: nothing but the drawing waits. */
  awaiting?: Awaiting;
  /** Bytes of disk that the slot may use, and the part of them for assets of earlier videos. */
  disk: { total: number; cache: number };
  /** Still runs are encoded once. */
  repeatsStillRuns: boolean;
  /** What threads that draw may use; absent: this one draws alone. */
  threads?: ThreadLimits | undefined;
  /** Which whole videos are decoded when they are checked. */
  sampling: DecodeSampling;
}

/** Reports progress and ends the work. */
export interface RenderHooks {
  signal: AbortSignal;
  onFrame(done: number): void;
}

/**
 * Renders a document to a checked video file, or the frames of a part to a file that can be joined: assets, timeline, frames,
 * encoder, poster, check.
 *
 * @throws RenderError, FrameError or FfmpegError; the signal's reason after an abort
 */
export async function renderJob(work: RenderWork, tools: RenderTools, hooks: RenderHooks): Promise<RenderedVideo> {
  const { plan, folder, inputs } = work;
  const isPart = plan.step === 'pictures';
  const clock = new StageClock();
  const cpu = await CpuMeter.start();
  const planned = compileAsPlanned(plan);
  const { hasSound } = FORMATS[plan.format];

  const uses = assetsOf(planned).filter((use) => hasSound || use.kind !== 'audio');
  const assets = await clock.time('assets', () =>
    isPart ? tools.assets.adopt(inputs?.assets ?? []) : tools.assets.gather(uses, hooks.signal),
  );
  hooks.onFrame(0); // the limit for drawing begins
  const timeline = withCaptions(planned, (url) => assets.cues(url));
  const sounds = hasSound && !isPart ? resolveSounds(timeline, assets) : [];

  const renderer = await clock.time('open', () =>
    openFrameRenderer(timeline, assets, tools.limits, { cache: tools.painted, files: assets.files }),
  );
  try {
    const output = join(folder, `video.${plan.format}`);
    const { width, height } = renderer;
    const video = { width, height, fps: plan.fps, frameCount: timeline.frameCount, format: plan.format };
    const range = { fromFrame: plan.from_frame, toFrame: plan.to_frame };
    const still = tools.repeatsStillRuns ? { stillRuns: stillRunsOf(timeline, range), cuts: cutsOf(timeline) } : {};
    const { encoder, key_frame_interval: keyFrameIntervalS } = plan;
    const size = withinWidth(video, plan.max_width ?? null);
    const gif = { size, plays: plan.loop ?? 0 };
    const job = { ...video, encoder, keyFrameIntervalS, gif, sounds, ...still, output };
    const poster = new Poster(join(folder, 'poster.jpg'), timeline, still.stillRuns ?? []);
    const room = { folder, ...(await roomFor(assets, tools.disk)) };
    const encode = (drawn: FrameSource, encoding: EncodeHooks): Promise<EncodeReport> => {
      const frames = async (frame: number) => poster.see(frame, await drawn(frame));
      return isPart
        ? encodeSegment({ video: job, range }, frames, encoding, tools.ffmpeg)
        : encodeVideo(job, frames, encoding, tools.ffmpeg);
    };
    const shown = { timeline, files: assets.files, limits: tools.limits };
    const drawing = { renderer, work: shown, limits: tools.threads, awaiting: tools.awaiting };
    const drawAndEncode = (signal: AbortSignal) =>
      drawAhead<EncodeReport>({ ...drawing, signal }, (drawn, onPass) => encode(drawn, { ...hooks, signal, onPass }));
    const { result: report, threads } = await clock.step('encode', () =>
      cpu.frames(() => withinRoom(room, hooks.signal, drawAndEncode)),
    );
    clock.add({ draw: report.drawMs, encode: report.encodeMs });

    const { fromFrame, toFrame } = range;
    const hasPoster = poster.isWithin(range);
    if (hasPoster) await clock.time('poster', () => poster.write());
    const expected = { ...video, ...size, frameCount: toFrame - fromFrame };
    const reason = isPart ? 'parts are decoded where they are made' : tools.sampling.reasonFor(job, report);
    const decodeFile = isPart ? checkSegment : checkOutput;
    const check = await clock.time('check', () =>
      reason ? decodeFile(output, expected, tools.ffmpeg, hooks.signal) : checkStructure(output, expected),
    );
    if (!check.ok) throw brokenOutput(check.faults);
    return {
      file: output,
      fileSize: report.fileSize,
      ...(report.digest !== undefined && { sha256: report.digest }),
      frames: expected.frameCount,
      durationS: expected.frameCount / plan.fps,
      ...(hasPoster && { poster: poster.file }),
      warnings: renderer.warnings,
      threads,
      stageMs: clock.times,
      cpuMs: await cpu.cost(),
      steps: clock.steps,
    };
  } finally {
    await renderer.close();
  }
}

/**
 * Compiles the document.
 *
 * @throws OtherFrameCount where the release that planned the video counted other frames; RenderError RENDER_FAILED for a whole
 * video that is not all of its frames
 */
export function compileAsPlanned(plan: RenderPlan): Timeline {
  const compiled = compile(plan.document, { fps: plan.fps, audioUrl: plan.audio_url });
  const timeline = plan.test ? testVersion(compiled) : compiled;
  if (timeline.frameCount !== plan.frame_count) throw new OtherFrameCount(timeline.frameCount, plan.frame_count);
  const isWhole = plan.from_frame === 0 && plan.to_frame === plan.frame_count;
  if (isWhole || plan.step === 'pictures') return timeline;
  const detail = `planned [${plan.from_frame}, ${plan.to_frame}) of ${plan.frame_count}`;
  throw new RenderError('RENDER_FAILED', 'The video could not be drawn as planned', { detail });
}

/** The disk space left for drawing: the slot's share less the cache or the video's own files, whichever is larger. */
export async function roomFor(
  assets: JobAssets,
  disk: RenderTools['disk'],
): Promise<{ maxBytes: number; totalBytes: number }> {
  const files = new Set(assets.entries.map(([, { file }]) => file));
  let own = 0;
  for (const file of files) own += await sizeOf(file);
  return { maxBytes: disk.total - Math.max(own, disk.cache), totalBytes: disk.total };
}

/** The sounds of a timeline with their files; footage without sound is left out. */
export function resolveSounds(timeline: Timeline, assets: JobAssets): ResolvedSound[] {
  return timeline.sounds.flatMap((sound) => {
    const source = assets.sound(sound.sourceUrl);
    return source ? [{ ...sound, ...source }] : [];
  });
}
