import { open, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FootageFile, type MediaInfo } from '#libs/encode';
import {
  type AssetFiles,
  DEFAULT_LIMITS,
  drawingMs,
  type DrawingPath,
  explainPainting,
  measurePainting,
  openFrameRenderer,
  type PaintedLayer,
  sumOf,
} from '#libs/frames';
import { cpuTimeMs } from '#libs/render';
import { expectedCostMs, type FootageRun, isHeld, renderWork, type RenderWork, type Timeline } from '#libs/timeline';
import type { DecodedRun } from '../render/limit.ts';
import { assetName } from '../render/templates.ts';
import { probeMedia, renderVideo } from '../render/work.ts';
import type { CostSample } from './fitted-costs.ts';

/** Cost of drawing the frames of a template, without encoding. */
export interface DrawFigures {
  /** Number of frames that differ from the one before. */
  changed: number;
  /** CPU ms of a changed frame: the mean, and the time below which nine in ten stay. */
  meanMs: number;
  tenthMs: number;
  painted: PaintedLayer[];
}

/** CPU ms of drawing a template, and of its explanation. */
export interface CostFigures {
  readonly frames: number;
  readonly paintedMs: number;
  readonly drawnMs: number;
  readonly explainedPaintingMs: number;
  readonly explainedDrawingMs: number;
  /** Works, and what they took: each painted layer, and each run of frames. */
  readonly samples: readonly CostSample<DrawingPath>[];
}

/** Writes all frames, I420 one after the other, and beside them what was decoded of footage. */
export async function writeFrames(timeline: Timeline, assets: string, output: string): Promise<void> {
  const runs: DecodedRun[] = [];
  const renderer = await openFrameRenderer(timeline, await assetFiles(timeline, assets, runs));
  const file = await open(output, 'w');
  for (let frame = 0; frame < timeline.frameCount; frame++) await file.write(await renderer.render(frame));
  await file.close();
  await renderer.close();
  await writeFile(`${output}.runs.json`, JSON.stringify(runs));
}

/** Draws all frames twice, to measure the second time as in a warm process, and explains what Skia painted. */
export async function measureDrawing(timeline: Timeline, assets: string, output: string): Promise<void> {
  const files = await assetFiles(timeline, assets);
  await drawAll(timeline, files);
  const drawn = await drawAll(timeline, files);
  const times = drawn.filter((ms) => ms !== undefined).toSorted((a, b) => a - b);
  const figures: DrawFigures = {
    changed: times.length,
    meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
    tenthMs: times[Math.floor(times.length * 0.9)]!,
    painted: (await measurePainting(timeline, files, cpuMs)).layers,
  };
  await writeFile(output, JSON.stringify(figures));
}

/** Frames of a sample: the collector of memory runs in some of them, for all. */
const SAMPLE_FRAMES = 12;

/** Draws all frames twice, paints what they need, and explains the same; the second time counts. */
export async function measureCosts(timeline: Timeline, assets: string, output: string): Promise<void> {
  const files = await assetFiles(timeline, assets);
  await drawAll(timeline, files);
  const drawn = await drawAll(timeline, files);
  const { layers, works } = await measurePainting(timeline, files, cpuMs);
  const explained = await explainPainting(timeline, files, {
    ...{ limits: DEFAULT_LIMITS, mostFrames: 600, isTimeUp: () => false },
  });
  const paintingMs = explained.layers.reduce((sum, { work }) => sum + drawingMs(work), 0);
  const frames = drawn.flatMap((ms, frame) => (ms === undefined ? [] : [{ ms, work: works[frame]! }]));
  const figures: CostFigures = {
    frames: timeline.frameCount,
    paintedMs: sum(layers.map(({ ms }) => ms)),
    drawnMs: sum(frames.map(({ ms }) => ms)),
    explainedPaintingMs: paintingMs,
    explainedDrawingMs: paintingMs + drawingMs(explained.compositing),
    samples: [...layers.map(({ ms, work }) => ({ ms, work })), ...inRuns(frames), whole(layers), whole(frames)],
  };
  await writeFile(output, JSON.stringify(figures));
}

/** CPU ms of rendering a template, and those expected of its document. */
export interface VideoCost {
  readonly renderedMs: number;
  readonly expectedMs: number;
  readonly work: RenderWork;
}

/** Renders a template twice: the second time counts, as in a warm slot, with the programs that it starts. */
export async function measureVideo(timeline: Timeline, assets: string, output: string): Promise<void> {
  await renderVideo(timeline, assets, `${output}.mp4`);
  const before = (await cpuTimeMs(process.pid))!;
  await renderVideo(timeline, assets, `${output}.mp4`);
  const renderedMs = (await cpuTimeMs(process.pid))! - before;
  const figures: VideoCost = { renderedMs, expectedMs: expectedCostMs(timeline), work: renderWork(timeline) };
  await writeFile(output, JSON.stringify(figures));
}

/** Times that a sample of a whole template counts: its estimate is to be right, above all. */
const WHOLE = 20;

function whole(samples: readonly CostSample<DrawingPath>[]): CostSample<DrawingPath> {
  return { ...together(samples), times: WHOLE };
}

function together(samples: readonly CostSample<DrawingPath>[]): CostSample<DrawingPath> {
  return { ms: sum(samples.map(({ ms }) => ms)), work: sumOf(samples.map(({ work }) => work)) };
}

function inRuns(frames: readonly CostSample<DrawingPath>[]): CostSample<DrawingPath>[] {
  const runs = Array.from({ length: Math.ceil(frames.length / SAMPLE_FRAMES) }, (_, run) =>
    frames.slice(run * SAMPLE_FRAMES, (run + 1) * SAMPLE_FRAMES),
  );
  return runs.map(together);
}

function sum(values: readonly number[]): number {
  return values.reduce((total, value) => total + value, 0);
}

/** Draws all frames with a renderer of their own; returns the CPU ms of each, and undefined for one that a render repeats. */
async function drawAll(timeline: Timeline, files: AssetFiles): Promise<(number | undefined)[]> {
  const renderer = await openFrameRenderer(timeline, files);
  const times: (number | undefined)[] = [];
  for (let frame = 0; frame < timeline.frameCount; frame++) {
    const before = cpuMs();
    await renderer.render(frame);
    const ms = cpuMs() - before;
    times.push(frame > 0 && isHeld(timeline, frame) ? undefined : ms);
  }
  await renderer.close();
  return times;
}

/** CPU time of this process so far, ms. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function assetFiles(timeline: Timeline, assets: string, runs: DecodedRun[] = []): Promise<AssetFiles> {
  const media = await probeMedia(timeline, assets);
  const file = (url: string): string => join(assets, assetName(url));
  return { image: file, font: file, footage: (url) => recorded(file(url), media.get(url)!, runs) };
}

/** Footage that notes its decoded runs in `runs`. */
function recorded(file: string, media: MediaInfo, runs: DecodedRun[]): FootageFile {
  const footage = new FootageFile(file, media);
  const read = footage.read.bind(footage);
  return Object.assign(footage, {
    read: (run: FootageRun) => {
      const reader = read(run);
      const noted: DecodedRun = { ...run, file: basename(file), frames: 0 };
      runs.push(noted);
      const next = reader.next.bind(reader);
      return Object.assign(reader, {
        next: () => {
          noted.frames++;
          return next();
        },
      });
    },
  });
}
