import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { PaintedLayer } from '#libs/frames';
import type { Timeline } from '#libs/timeline';
import { median, timed } from '../cpu-time.ts';
import { lumaSimilarity, rawInput } from '../luma-similarity.ts';
import { bundleProgram, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { chosen } from '../render/chosen.ts';
import { decodeAlone, type DecodedRun, encodeAlone } from '../render/limit.ts';
import { compileDocument } from '../render/work.ts';
import { type ServiceFigures, TemplateService } from './template-service.ts';
import type { DrawFigures } from './template-work.ts';
import { makeTemplateAssets, TEMPLATE_NAMES, templateDocument } from './templates.ts';
import { firstOfItsKind, unseen } from './unseen.ts';
import { wallGraph } from './wall-graph.ts';

const ROUNDS = 3;
const PROGRAM = WORKER.replace('worker.js', 'template-worker.js');
/** Layers below this share of the time that Skia paints are not named. */
const NAMED_SHARE = 0.05;
/** Stages of a video before its first frame, and after its last one. */
const BEFORE = ['assets', 'open'];
const AFTER = ['poster', 'check', 'upload'];
const HEAD = [
  ...['template', 'size, s', 'encode, CPU s', 'decode', 'slot', '× encode', '× both', 'service', '× encode'],
  ...['draw, ms a frame', 'nine in ten below', 'MB'],
];
const GOALS = { median: 1.2, worst: 1.9, drawMs: 6, megabytes: 650 } as const;
const STAGES_HEAD = [
  ...['template', 'fixed, CPU ms', 'around the slot, CPU ms'],
  ...[`before (${BEFORE.join(' + ')})`, 'draw', 'encode', `after (${AFTER.join(' + ')})`],
];

interface Figures {
  template: string;
  size: string;
  seconds: number;
  draw: DrawFigures;
  /** Absent with `--draw`. */
  video?: VideoFigures;
}

/** CPU seconds of a video through the service and of the limit: medians. */
interface VideoFigures extends Omit<ServiceFigures, 'ownS' | 'programsS'> {
  encodeS: number;
  decodeS: number;
  /** The same video by one filter graph of ffmpeg. */
  graph?: { cpuS: number; ssim: number };
}

/** Templates that one filter graph of ffmpeg shows, too. */
const GRAPHS: Readonly<Record<string, typeof wallGraph>> = { 'video wall': wallGraph };

/**
 * Cost of templates as customers make them: drawing a frame, in a process that has drawn before; and a video through
 * the whole service, beside encoding the same finished frames alone with the same arguments, and decoding the footage.
 * Then the fixed costs, the stages, the most memory, and the layers that Skia paints, with the reason and the cost. Needs
 * Linux.
 *
 * Options: words choose the templates whose names they begin; `--quick` measures each once; `--draw` measures drawing
 * only.
 */
export async function templatesBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  let service: TemplateService | undefined;
  try {
    await bundleProgram(fileURLToPath(new URL('./template-worker.ts', import.meta.url)), PROGRAM);
    await makeTemplateAssets(assets);
    const templates = chosen(TEMPLATE_NAMES, options);
    if (!options.includes('--draw')) service = await TemplateService.start(assets, templateDocument(templates[0]!));
    const place = { assets, folder, service, rounds: options.includes('--quick') ? 1 : ROUNDS };
    const all: Figures[] = [];
    printHead(HEAD);
    for (const template of templates) {
      const figures = await measure(template, place);
      printRow(rowOf(figures));
      all.push(figures);
    }
    if (service) printStages(all, service.idleS);
    all.forEach(printGraph);
    printSummary(all);
    for (const figures of all) printPainting(figures);
  } finally {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  assets: string;
  folder: string;
  /** Absent: only drawing is measured. */
  service: TemplateService | undefined;
  rounds: number;
}

async function measure(template: string, place: Place): Promise<Figures> {
  const document = templateDocument(template);
  const { width, height, frameCount, fps } = compileDocument(document);
  await writeFile(inputOf(place), JSON.stringify(document));
  const drawing = join(place.folder, 'drawing.json');
  await timed(program('draw', place, drawing));
  const draw = JSON.parse(await readFile(drawing, 'utf8')) as DrawFigures;
  const facts = { template, size: `${width}×${height}`, seconds: frameCount / fps, draw };
  return place.service ? { ...facts, video: await measureVideo(template, place, place.service) } : facts;
}

/** Measures the limit and the service by turns, after a video that fetches the files. */
async function measureVideo(template: string, place: Place, service: TemplateService): Promise<VideoFigures> {
  const { assets, folder, rounds } = place;
  const document = templateDocument(template);
  const timeline = compileDocument(document);
  const frames = join(folder, 'frames.yuv');
  await timed(program('frames', place, frames));
  const runs = JSON.parse(await readFile(`${frames}.runs.json`, 'utf8')) as DecodedRun[];
  const sound = ['-stream_loop', '-1', '-i', join(assets, 'music.m4a')];
  const encode = encodeAlone(timeline, sound, join(folder, 'limit.mp4'));
  const decode = runs.length > 0 ? await decodeAlone(assets, runs) : null;
  await service.render(document);
  const encodes: number[] = [];
  const decodes: number[] = [];
  const videos: ServiceFigures[] = [];
  for (let round = 1; round <= rounds; round++) {
    const other = unseen(document, round);
    await service.render(firstOfItsKind(other));
    videos.push(await service.render(other));
    encodes.push((await timed(encode, frames)).cpuS);
    decodes.push(decode ? (await timed(decode)).cpuS : 0);
  }
  const graph = GRAPHS[template]?.(timeline, assets, sound, join(folder, 'graph.mp4'));
  const byGraph = graph && (await measureGraph(graph, timeline, frames));
  await rm(frames);
  const middle = (of: (video: ServiceFigures) => number): number => median(videos.map(of));
  const stages = Object.keys(videos[0]!.stages).map((name) => [name, middle((video) => video.stages[name]!)]);
  return {
    ...(byGraph && { graph: byGraph }),
    encodeS: median(encodes),
    decodeS: median(decodes),
    allS: middle(({ allS }) => allS),
    slotS: middle(({ slotS }) => slotS),
    fixedS: middle(({ fixedS }) => fixedS),
    stages: Object.fromEntries(stages) as ServiceFigures['stages'],
    memory: Math.max(...videos.map(({ memory }) => memory)),
  };
}

async function measureGraph(graph: string[], timeline: Timeline, frames: string): Promise<VideoFigures['graph']> {
  const { cpuS } = await timed(graph);
  const { ssim } = await lumaSimilarity(graph.at(-1)!, rawInput(timeline, timeline.fps, frames), timeline.fps);
  return { cpuS, ssim };
}

function program(mode: string, place: Place, output: string): string[] {
  return [process.execPath, ...NODE_FLAGS, PROGRAM, mode, inputOf(place), place.assets, output];
}

function inputOf({ folder }: Place): string {
  return join(folder, 'template.json');
}

function rowOf({ template, size, seconds, video, draw }: Figures): string[] {
  const drawing = [draw.meanMs, draw.tenthMs].map((ms) => ms.toFixed(1));
  const facts = [template, `${size}, ${seconds.toFixed(1)}`];
  if (!video) return [...facts, '-', '-', '-', '-', '-', '-', '-', ...drawing, '-'];
  const { encodeS, decodeS, slotS, allS } = video;
  const beside = (s: number): string[] => [s.toFixed(2), (s / encodeS).toFixed(2)];
  const both = (slotS / (encodeS + decodeS)).toFixed(2);
  const limit = [encodeS, decodeS].map((s) => s.toFixed(2));
  return [...facts, ...limit, ...beside(slotS), both, ...beside(allS), ...drawing, (video.memory / 1e6).toFixed(0)];
}

function printStages(all: readonly Figures[], idleS: number): void {
  print(`\nBeside the frames, CPU ms (waiting: ${(idleS * 1000).toFixed(0)} ms a second), and stages, wall ms`);
  printHead(STAGES_HEAD);
  for (const { template, video } of all) {
    const { fixedS, allS, slotS, stages } = video!;
    const ms = (name: string): string => (stages[name] ?? 0).toFixed(0);
    const together = (names: readonly string[]): string => {
      const total = names.reduce((sum, name) => sum + (stages[name] ?? 0), 0);
      return `${total.toFixed(0)} (${names.map(ms).join(' + ')})`;
    };
    const cpu = [fixedS, allS - slotS].map((s) => (s * 1000).toFixed(0));
    printRow([template, ...cpu, together(BEFORE), ms('draw'), ms('encode'), together(AFTER)]);
  }
}

function printGraph({ template, video }: Figures): void {
  if (!video?.graph) return;
  const { cpuS, ssim } = video.graph;
  const beside = `the slot takes ${(video.slotS / cpuS).toFixed(2)} × that (goal below 1)`;
  print(
    `\n${template} by one filter graph of ffmpeg: ${cpuS.toFixed(2)} CPU s, ${beside}; SSIM to ours ${ssim.toFixed(3)}`,
  );
}

function printSummary(all: readonly Figures[]): void {
  const draws = all.map(({ draw }) => draw.meanMs);
  const videos = all.flatMap(({ video }) => video ?? []);
  print(`\n${all.length} templates, load ${loadavg()[0]!.toFixed(1)}`);
  if (videos.length > 0) {
    const ratios = (of: (video: VideoFigures) => number): string => {
      const sorted = videos.map((video) => of(video) / video.encodeS).toSorted((a, b) => a - b);
      const [middle, worst] = [median(sorted), sorted.at(-1)!].map((ratio) => ratio.toFixed(2));
      return `median ${middle} × encoding alone (goal ${GOALS.median}), worst ${worst} (goal ${GOALS.worst})`;
    };
    print(`Slot: ${ratios(({ slotS }) => slotS)}`);
    print(`Service: ${ratios(({ allS }) => allS)}`);
    const most = Math.max(...videos.map(({ memory }) => memory / 1e6)).toFixed(0);
    print(`Memory of the slot: at most ${most} MB (goal ${GOALS.megabytes})`);
  }
  print(
    `Drawing a frame: median ${median(draws).toFixed(1)} ms, worst ${Math.max(...draws).toFixed(1)} ms (goal ${GOALS.drawMs})`,
  );
}

/** The layers that Skia paints for, the costliest first. */
function printPainting({ template, draw }: Figures): void {
  const total = draw.painted.reduce((sum, { ms }) => sum + ms, 0);
  print(`\n${template}: Skia paints for ${total.toFixed(0)} ms`);
  const named = draw.painted.filter(({ ms }) => ms > total * NAMED_SHARE).toSorted((a, b) => b.ms - a.ms);
  for (const layer of named) print(`  ${describe(layer)}`);
}

function describe({ key, cause, frames, pixels, ms }: PaintedLayer): string {
  return `${key}: ${cause}, ${frames} frames, ${(pixels / 1e6).toFixed(1)} Mpx, ${ms.toFixed(0)} ms`;
}

function printHead(columns: readonly string[]): void {
  printRow(columns);
  printRow(columns.map(() => '---'));
}

function printRow(cells: readonly string[]): void {
  print(`| ${cells.join(' | ')} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
