import { open, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { FootageFile, type MediaInfo } from '#libs/encode';
import {
  type AssetFiles,
  type FrameRenderer,
  measurePainting,
  openFrameRenderer,
  type PaintedLayer,
} from '#libs/frames';
import { type FootageRun, isHeld, type Timeline } from '#libs/timeline';
import type { DecodedRun } from '../render/limit.ts';
import { assetName } from '../render/templates.ts';
import { probeMedia } from '../render/work.ts';

/** Cost of drawing the frames of a template, without encoding. */
export interface DrawFigures {
  /** Number of frames that differ from the one before. */
  changed: number;
  /** CPU ms of a changed frame: the mean, and the time below which nine in ten stay. */
  meanMs: number;
  tenthMs: number;
  painted: PaintedLayer[];
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
  const draw = async (): Promise<number[]> => {
    const renderer = await openFrameRenderer(timeline, files);
    const all = Array.from({ length: timeline.frameCount }, (_, frame) => frame);
    const times: number[] = [];
    for (const frame of all) {
      const ms = await cpuMsOf(renderer, frame);
      if (frame === 0 || !isHeld(timeline, frame)) times.push(ms);
    }
    await renderer.close();
    return times;
  };
  await draw();
  const times = (await draw()).toSorted((a, b) => a - b);
  const figures: DrawFigures = {
    changed: times.length,
    meanMs: times.reduce((sum, ms) => sum + ms, 0) / times.length,
    tenthMs: times[Math.floor(times.length * 0.9)]!,
    painted: await measurePainting(timeline, files, () => performance.now()),
  };
  await writeFile(output, JSON.stringify(figures));
}

async function cpuMsOf(renderer: FrameRenderer, frame: number): Promise<number> {
  const before = process.cpuUsage();
  await renderer.render(frame);
  const { user, system } = process.cpuUsage(before);
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
