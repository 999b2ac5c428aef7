import { open, writeFile } from 'node:fs/promises';
import { crc32 } from 'node:zlib';
import {
  checkOutput,
  checkPart,
  checkSound,
  checkStitched,
  type EncodeJob,
  encodePart,
  encodeSound,
  encodeVideo,
  type FrameRange,
  type OutputCheck,
  stitch,
} from '#libs/encode';
import { cutsOf, stillRunsOf, type Timeline } from '#libs/timeline';
import { documentOf, type SizeName, type TemplateName } from '../render/templates.ts';
import { compileDocument, openRenderer, probeMedia, soundsOf } from '../render/work.ts';

/** Most pages of a document. */
const MAX_PAGES = 50;
const SHORTEST_PAGE_S = 3.6;

/** A template of the render bench that repeats its pages, and the folder of its assets. */
export interface SplitVideo {
  template: TemplateName;
  size: SizeName;
  seconds: number;
  format: 'mp4' | 'webm';
  assets: string;
}

export function timelineOf({ template, size, seconds }: SplitVideo): Timeline {
  const document = documentOf(template, size);
  const pages = document['pages'] as Record<string, unknown>[];
  const transition = pages[1]?.['transition'];
  const count = Math.min(MAX_PAGES, Math.max(1, Math.round(seconds / SHORTEST_PAGE_S)));
  const overlapS = transition ? 0.5 : 0;
  const duration = (seconds + (count - 1) * overlapS) / count;
  const repeated = Array.from({ length: count }, (_, index) => ({
    ...pages[index % pages.length],
    number: index + 1,
    duration,
    ...(index > 0 && transition ? { transition } : {}),
  }));
  const audio = (document['audio'] as Record<string, unknown>[]).map((sound) => ({ ...sound, loop: true }));
  return compileDocument({ ...document, audio, pages: repeated });
}

/** `count` parts of about equal length that begin where a page does. */
export function partsOf({ frameCount, pages }: Timeline, count: number): FrameRange[] {
  const starts = pages.map(({ fromFrame }) => fromFrame);
  const wanted = Array.from({ length: count - 1 }, (_, index) => (frameCount * (index + 1)) / count);
  const nearest = (at: number) => starts.reduce((a, b) => (Math.abs(b - at) < Math.abs(a - at) ? b : a));
  const edges = [0, ...wanted.map(nearest), frameCount];
  return edges.slice(1).map((toFrame, index) => ({ fromFrame: edges[index]!, toFrame }));
}

function jobOf({ format }: SplitVideo, timeline: Timeline, output: string, range?: FrameRange): EncodeJob {
  const { width, height, fps, frameCount } = timeline;
  const still = { stillRuns: stillRunsOf(timeline, range), cuts: cutsOf(timeline) };
  return { width, height, fps, frameCount, format, encoder: 'software', sounds: [], ...still, output };
}

/** Work of a process of the bench. Each begins with nothing but the document and its assets. */
export const SPLIT_WORK = {
  /** Does nothing: the cost of every process before it begins. */
  async nothing(): Promise<void> {},

  async whole(video: SplitVideo, output: string): Promise<void> {
    const timeline = timelineOf(video);
    const media = await probeMedia(timeline, video.assets);
    const renderer = await openRenderer(timeline, video.assets, media);
    const job = { ...jobOf(video, timeline, output), sounds: soundsOf(timeline, video.assets, media) };
    await encodeVideo(job, (frame) => renderer.render(frame), { signal: never });
    await renderer.close();
    mustPass(await checkOutput(output, job));
  },

  async pictures(video: SplitVideo, output: string, range: FrameRange): Promise<void> {
    const timeline = timelineOf(video);
    const renderer = await openRenderer(timeline, video.assets, await probeMedia(timeline, video.assets));
    const job = jobOf(video, timeline, output, range);
    await encodePart({ video: job, range }, (frame) => renderer.render(frame), { signal: never });
    await renderer.close();
    mustPass(await checkPart(output, { ...job, frameCount: range.toFrame - range.fromFrame }));
  },

  /** Draws in a process that has drawn before, as a slot's process has. */
  async again(video: SplitVideo, output: string, range: FrameRange): Promise<void> {
    await SPLIT_WORK.pictures(video, output, range);
    await SPLIT_WORK.pictures(video, output, range);
  },

  async sound(video: SplitVideo, output: string): Promise<void> {
    const timeline = timelineOf(video);
    const media = await probeMedia(timeline, video.assets);
    const job = { ...jobOf(video, timeline, output), sounds: soundsOf(timeline, video.assets, media) };
    await encodeSound(job, never);
    mustPass(await checkSound(output, job));
  },

  async stitch(video: SplitVideo, output: string, parts: readonly FrameRange[]): Promise<void> {
    const job = jobOf(video, timelineOf(video), output);
    const files = parts.map((part) => ({ ...part, file: pictureFile(output, part) }));
    const stitching = { ...job, parts: files, sound: soundFile(output) };
    await stitch(stitching, never);
    mustPass(await checkStitched(stitching));
  },

  /** Writes a checksum of every frame, as it is composited. */
  async checksums(video: SplitVideo, output: string, { fromFrame, toFrame }: FrameRange): Promise<void> {
    const timeline = timelineOf(video);
    const renderer = await openRenderer(timeline, video.assets, await probeMedia(timeline, video.assets));
    const sums: number[] = [];
    for (let frame = fromFrame; frame < toFrame; frame++) sums.push(crc32(await renderer.render(frame)));
    await renderer.close();
    await writeFile(output, JSON.stringify(sums));
  },

  /** Writes frames as they are composited, I420 one after the other. */
  async frames(video: SplitVideo, output: string, { fromFrame, toFrame }: FrameRange): Promise<void> {
    const timeline = timelineOf(video);
    const renderer = await openRenderer(timeline, video.assets, await probeMedia(timeline, video.assets));
    const file = await open(output, 'w');
    for (let frame = fromFrame; frame < toFrame; frame++) await file.write(await renderer.render(frame));
    await file.close();
    await renderer.close();
  },
};

const never = new AbortController().signal;

/** The files of the parts of a video, beside it. */
export function pictureFile(output: string, { fromFrame }: FrameRange): string {
  return `${output}.${fromFrame}.part`;
}

export function soundFile(output: string): string {
  return `${output}.sound`;
}

function mustPass(check: OutputCheck): void {
  if (!check.ok) throw new Error(check.faults.join('; '));
}
