import { open, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import {
  checkOutput,
  checkStructure,
  DecodeSampling,
  type EncodeJob,
  FootageFile,
  encodeVideo,
  probe,
  type MediaInfo,
  type ResolvedSound,
} from '#libs/encode';
import { encodeJpeg, type FrameRenderer, openFrameRenderer } from '#libs/frames';
import { type TemplateDocument } from '#libs/template';
import { validDocument } from '#libs/testing';
import { assetsOf, compile, cutsOf, firstAlike, stillRunsOf, type Timeline } from '#libs/timeline';
import { assetName, documentOf, FPS, type SizeName, type TemplateName } from './templates.ts';

/** Wall time by stage, milliseconds. */
export type StageTimes = Record<string, number>;

/** Lays out one of the bench's documents as a slot does. */
export function timelineOf(
  template: TemplateName,
  size: SizeName,
  change: (document: Record<string, unknown>) => Record<string, unknown> = (document) => document,
): Timeline {
  return compile(change(documentOf(template, size)) as unknown as TemplateDocument, { fps: FPS });
}

/** The sampling of this process, as a slot has one. */
const sampling = new DecodeSampling();

/** Checks a document and lays it out. */
export function compileDocument(document: unknown): Timeline {
  return compile(validDocument(document), { fps: FPS });
}

/** Draws, encodes and checks a video as a renderer does, with its assets on disk; the times go beside the file. */
export function renderVideo(timeline: Timeline, assets: string, output: string): Promise<void> {
  return render(timeline, assets, output, { stillRuns: stillRunsOf(timeline), cuts: cutsOf(timeline) });
}

/** Renders a video in a process that replaces another, which has checked such a video. */
export function renderReplacing(...[timeline, assets, output]: Parameters<typeof renderVideo>): Promise<void> {
  return render(timeline, assets, output, {
    stillRuns: stillRunsOf(timeline),
    cuts: cutsOf(timeline),
    isReplacing: true,
  });
}

/** Draws, encodes and checks a video like {@link renderVideo}, with `HELD_FRAMES=encode`. */
export function renderEncoded(timeline: Timeline, assets: string, output: string): Promise<void> {
  return render(timeline, assets, output, {});
}

async function render(
  timeline: Timeline,
  assets: string,
  output: string,
  { isReplacing = false, ...still }: Pick<EncodeJob, 'stillRuns' | 'cuts'> & { isReplacing?: boolean },
): Promise<void> {
  const stages: StageTimes = {};
  const time = async <T>(stage: string, work: () => Promise<T>): Promise<T> => {
    const startedAt = performance.now();
    const result = await work();
    stages[stage] = performance.now() - startedAt;
    return result;
  };
  const media = await time('probe', () => probeMedia(timeline, assets));
  const renderer = await time('open', () => openRenderer(timeline, assets, media));
  const { width, height, fps, frameCount } = timeline;
  const video = { width, height, fps, frameCount, format: 'mp4' } as const;
  const posterFrame = firstAlike(still.stillRuns ?? [], timeline.posterFrame);
  const job = { ...video, encoder: 'software', sounds: soundsOf(timeline, assets, media), ...still, output } as const;
  const signal = AbortSignal.timeout(3_600_000);
  let poster: Promise<Buffer> | undefined;
  const frames = async (frame: number): Promise<Uint8Array> => {
    const pixels = await renderer.render(frame);
    if (frame === posterFrame) poster = encodeJpeg(pixels, width, height);
    return pixels;
  };
  const report = await encodeVideo(job, frames, { signal });
  Object.assign(stages, { draw: report.drawMs, encode: report.encodeMs });
  await time('poster', async () => writeFile(`${output}.jpg`, await poster!));
  await time('close', () => renderer.close());
  if (isReplacing) sampling.count(job);
  const isDecoded = sampling.reasonFor(job, report) !== null;
  sampling.count(job);
  const check = await time('check', () =>
    isDecoded ? checkOutput(output, video, undefined, signal) : checkStructure(output, video),
  );
  if (!check.ok) throw new Error(check.faults.join('; '));
  await writeFile(`${output}.json`, JSON.stringify(stages));
}

/** Writes the first finished frames, I420 one after the other. */
export async function writeFrames(
  timeline: Timeline,
  assets: string,
  output: string,
  frameCount = timeline.frameCount,
): Promise<void> {
  const renderer = await openRenderer(timeline, assets, await probeMedia(timeline, assets));
  const file = await open(output, 'w');
  for (let frame = 0; frame < frameCount; frame++) await file.write(await renderer.render(frame));
  await file.close();
  await renderer.close();
}

/** Opens the engine over the files of `assets.ts`. */
export function openRenderer(
  timeline: Timeline,
  assets: string,
  media: ReadonlyMap<string, MediaInfo> = new Map(),
): Promise<FrameRenderer> {
  const file = (url: string): string => join(assets, assetName(url));
  const footage = (url: string): FootageFile => new FootageFile(file(url), media.get(url)!);
  return openFrameRenderer(timeline, { image: file, font: file, footage });
}

/** Facts of the files that were probed before: a warm renderer knows the files it has checked. */
const known = new Map<string, Promise<MediaInfo>>();

/** Facts of the sound and video files of a timeline, by address. */
export async function probeMedia(timeline: Timeline, assets: string): Promise<Map<string, MediaInfo>> {
  const uses = assetsOf(timeline).filter(({ kind }) => kind === 'audio' || kind === 'video');
  const urls = [...new Set(uses.map(({ url }) => url))];
  const probed = urls.map(async (url) => {
    const media = known.get(url) ?? probe(join(assets, assetName(url)));
    known.set(url, media);
    return [url, await media] as const;
  });
  return new Map(await Promise.all(probed));
}

/** The sounds of a timeline with their files. */
export function soundsOf(timeline: Timeline, assets: string, media: ReadonlyMap<string, MediaInfo>): ResolvedSound[] {
  return timeline.sounds.flatMap((sound) => {
    const { audio, video, durationS } = media.get(sound.sourceUrl)!;
    if (!audio) return [];
    const source = { file: join(assets, assetName(sound.sourceUrl)), sourceChannels: audio.channels };
    return [
      { ...sound, ...source, sourceDurationS: audio.durationS ?? durationS ?? 0, hasPicture: video !== undefined },
    ];
  });
}
