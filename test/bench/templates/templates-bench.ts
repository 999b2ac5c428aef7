import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PaintedLayer } from '#libs/frames';
import { median, timed } from '../cpu-time.ts';
import { bundleProgram, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { chosen } from '../render/chosen.ts';
import { decodeAlone, type DecodedRun, encodeAlone } from '../render/limit.ts';
import { peakMemory } from '../render/peak-memory.ts';
import { WarmWorker } from '../render/warm-worker.ts';
import { compileDocument, type StageTimes } from '../render/work.ts';
import type { DrawFigures } from './template-work.ts';
import { makeTemplateAssets, TEMPLATE_NAMES, templateDocument } from './templates.ts';

const ROUNDS = 3;
const PROGRAM = WORKER.replace('worker.js', 'template-worker.js');
/** Layers below this share of the time that Skia paints are not named. */
const NAMED_SHARE = 0.05;

interface Figures {
  template: string;
  size: string;
  seconds: number;
  /** CPU seconds. */
  limit: number;
  warm: number;
  draw: DrawFigures;
  stages: StageTimes;
  /** Bytes; absent with `--quick`. */
  memory?: number;
}

/**
 * What templates as customers make them cost in one warm process, as a slot is: CPU beside the limit (encoding the same
 * finished frames alone with the same arguments, and decoding the clips), CPU of drawing a frame, the rest, and the most
 * memory; and for which layers Skia paints, why, and what that costs. Needs Linux.
 *
 * Options: words choose the templates whose names they begin; `--quick` measures each once and leaves out memory; `--draw`
 * measures drawing only.
 */
export async function templatesBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  try {
    await bundleProgram(fileURLToPath(new URL('./template-worker.ts', import.meta.url)), PROGRAM);
    await makeTemplateAssets(assets);
    const all: Figures[] = [];
    print('| template | size, s | limit, CPU s | warm | × | draw, ms a frame | nine in ten below | rest, CPU s | MB |');
    print('| -------- | ------- | ------------ | ---- | - | ---------------- | ----------------- | ----------- | -- |');
    for (const template of chosen(TEMPLATE_NAMES, options)) {
      const figures = await measure(template, { assets, folder, options });
      print(rowOf(figures));
      all.push(figures);
    }
    printSummary(all);
    for (const figures of all) printPainting(figures);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  assets: string;
  folder: string;
  options: readonly string[];
}

async function measure(template: string, { assets, folder, options }: Place): Promise<Figures> {
  const document = templateDocument(template);
  const timeline = compileDocument(document);
  const { width, height, frameCount, fps } = timeline;
  const path = (name: string): string => join(folder, name);
  const [input, frames, output, drawing] = [
    path('template.json'),
    path('frames.yuv'),
    path('ours.mp4'),
    path('drawing.json'),
  ];
  await writeFile(input, JSON.stringify(document));
  const program = (mode: string, file: string): string[] => {
    return [process.execPath, ...NODE_FLAGS, PROGRAM, mode, input, assets, file];
  };
  await timed(program('draw', drawing));
  const draw = JSON.parse(await readFile(drawing, 'utf8')) as DrawFigures;
  const facts = { template, size: `${width}×${height}`, seconds: frameCount / fps, draw };
  if (options.includes('--draw')) return { ...facts, limit: NaN, warm: NaN, stages: {} };
  const isQuick = options.includes('--quick');
  await timed(program('frames', frames));
  const runs = JSON.parse(await readFile(`${frames}.runs.json`, 'utf8')) as DecodedRun[];
  const encode = encodeAlone(timeline, ['-stream_loop', '-1', '-i', join(assets, 'music.m4a')], path('limit.mp4'));
  const decode = runs.length > 0 ? await decodeAlone(assets, runs) : null;
  const slot = await WarmWorker.start(PROGRAM, ['warm', input, assets, output], NODE_FLAGS);
  await slot.render();
  const used = { limit: [] as number[], warm: [] as number[] };
  for (let round = 0; round < (isQuick ? 1 : ROUNDS); round++) {
    used.warm.push((await slot.render()).cpuS);
    const decoded = decode ? (await timed(decode)).cpuS : 0;
    used.limit.push((await timed(encode, frames)).cpuS + decoded);
  }
  await slot.stop();
  await rm(frames);
  const stages = JSON.parse(await readFile(`${output}.json`, 'utf8')) as StageTimes;
  const memory = isQuick ? {} : { memory: await peakMemory(program('render', output)) };
  return { ...facts, limit: median(used.limit), warm: median(used.warm), stages, ...memory };
}

function rowOf({ template, size, seconds, limit, warm, draw, memory }: Figures): string {
  const rest = warm - limit - (draw.meanMs * draw.changed) / 1000;
  const columns = [
    ...[template, `${size}, ${seconds.toFixed(1)}`, limit.toFixed(2), warm.toFixed(2), (warm / limit).toFixed(2)],
    ...[draw.meanMs.toFixed(1), draw.tenthMs.toFixed(1), rest.toFixed(2)],
    memory === undefined ? '-' : (memory / 1e6).toFixed(0),
  ];
  return `| ${columns.join(' | ')} |`;
}

function printSummary(all: readonly Figures[]): void {
  const ratios = all.map(({ warm, limit }) => warm / limit).toSorted((a, b) => a - b);
  const middle = ratios[ratios.length >> 1]!;
  const draws = all.map(({ draw }) => draw.meanMs);
  const load = loadavg()[0]!.toFixed(1);
  print('');
  print(`× the limit: median ${middle.toFixed(2)} (goal 1.35), worst ${ratios.at(-1)!.toFixed(2)} (goal 1.8)`);
  print(`Drawing a frame: at most ${Math.max(...draws).toFixed(1)} ms (goal 6); load ${load}`);
}

/** The layers that Skia paints for, the costliest first, and the wall times of the stages. */
function printPainting({ template, draw, stages }: Figures): void {
  const total = draw.painted.reduce((sum, { ms }) => sum + ms, 0);
  print(`\n${template}: Skia paints for ${total.toFixed(0)} ms`);
  const wall = Object.entries(stages).map(([stage, ms]) => `${stage} ${ms.toFixed(0)}`);
  if (wall.length > 0) print(`  stages, ms wall: ${wall.join(', ')}`);
  const named = draw.painted.filter(({ ms }) => ms > total * NAMED_SHARE).toSorted((a, b) => b.ms - a.ms);
  for (const layer of named) print(`  ${describe(layer)}`);
}

function describe({ key, cause, frames, pixels, ms }: PaintedLayer): string {
  return `${key}: ${cause}, ${frames} frames, ${(pixels / 1e6).toFixed(1)} Mpx, ${ms.toFixed(0)} ms`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
