import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { timed, type Usage } from '../cpu-time.ts';
import { makeAssets } from './assets.ts';
import { chosen } from './chosen.ts';
import { colorError } from './color-error.ts';
import { decodeAlone, type DecodedRun, encodeAlone } from './limit.ts';
import { motionError } from './motion-error.ts';
import { peakMemory } from './peak-memory.ts';
import { type Peer, availablePeers } from './peers/peers.ts';
import { storyboardOf } from './peers/storyboard.ts';
import { describe, middle } from './figures.ts';
import { compareStill } from './still-bench.ts';
import {
  documentOf,
  FPS,
  SIZES,
  type SizeName,
  type TemplateName,
  TEMPLATES,
  TEMPLATES_WITH_STILL_RUNS,
} from './templates.ts';
import { bundleWorker, NODE_FLAGS, WORKER } from './bundled-worker.ts';
import { WarmWorker } from './warm-worker.ts';
import { compileDocument, type StageTimes } from './work.ts';

const ROUNDS = 5;
/** Number of rounds with `--quick`, and always of peers: these are several times slower and spread less. */
const FEW_ROUNDS = 3;

const COMPARED = Object.keys(TEMPLATES) as (keyof typeof TEMPLATES)[];

/** Goals: the most CPU time of a render by a warm and by a cold process, as a multiple of the limit. */
const GOALS = { warm: 1.12, cold: 1.25 } as const;

/**
 * Cost of a whole render beside its unavoidable part: encoding the same finished frames alone and decoding the footage.
 * `warm` is a render by a process that has rendered before, as a renderer's slot does it; `cold` is a process that does
 * nothing else, its start included, as one replaces another in a slot: files of the kind were decoded before. All of them alternate, and the medians are compared. Needs Linux.
 *
 * Templates with still runs are compared with encoding all of their frames, too.
 *
 * Options: `--peers` lets editly and melt do the same; `--still` compares still runs only; `--quick` measures three times
 * and leaves out motion, colors and the long video; words choose the templates whose names they begin and the sizes.
 */
export async function renderBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  // As slots do: a process that starts finds its code compiled.
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  try {
    await bundleWorker();
    await makeAssets(assets);
    const rounds = options.includes('--quick') ? FEW_ROUNDS : ROUNDS;
    const peers = options.includes('--peers') ? await availablePeers(print) : [];
    print(
      `CPU seconds of the whole process tree and wall seconds, 10 s at ${FPS} fps, median (least … most) of ${rounds}\n`,
    );
    const sizes = chosen(Object.keys(SIZES) as SizeName[], options);
    const totals = new Map(sizes.map((size) => [size, new Map<string, number>()]));
    const templates: readonly TemplateName[] = chosen([...COMPARED, ...TEMPLATES_WITH_STILL_RUNS], options);
    const isCompared = (name: TemplateName): boolean => templates.includes(name) && !options.includes('--still');
    for (const template of COMPARED.filter(isCompared)) {
      for (const size of sizes)
        await compare({ template, size, assets, folder, rounds, peers, totals: totals.get(size)! });
    }
    for (const [size, cpuS] of totals) if (cpuS.size > 0) printTotals(size, cpuS, peers);
    for (const template of TEMPLATES_WITH_STILL_RUNS.filter((name) => templates.includes(name))) {
      for (const size of sizes) print(await compareStill({ template, size, assets, folder }));
    }
    if (options.includes('--quick')) return;
    print(`Motion of a slow zoom    ${(await motionError(folder)).toFixed(4)} px rms (goal below 0.02)`);
    print(`Colors of flat  areas    off by at most ${await colorError(folder)} (goal 1)`);
    await printMemory(assets, folder);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

interface Case {
  template: TemplateName;
  size: SizeName;
  assets: string;
  folder: string;
  rounds: number;
  peers: readonly Peer[];
  /** CPU seconds of every template of this size, by the program that used them. */
  totals: Map<string, number>;
}

interface Rival {
  peer: Peer;
  command: string[];
  used: Usage[];
}

async function compare({ template, size, assets, folder, rounds, peers, totals }: Case): Promise<void> {
  const timeline = compileDocument(documentOf(template, size));
  const frames = join(folder, 'frames.yuv');
  const output = join(folder, 'ours.mp4');
  await timed(worker('frames', template, size, assets, frames));
  const encode = encodeAlone(timeline, ['-i', join(assets, 'music.m4a')], join(folder, 'limit.mp4'));
  const runs = clipRuns(template, size);
  const decode = runs.length > 0 ? await decodeAlone(assets, runs) : null;
  const rivals: Rival[] = [];
  if (peers.length > 0) {
    const story = await storyboardOf({ template, size, assets, folder });
    for (const peer of peers) rivals.push({ peer, command: await peer.command(story), used: [] });
  }
  const slot = await WarmWorker.start(WORKER, ['warm', template, size, assets, output], NODE_FLAGS);
  await slot.render();
  const used = { limit: [] as Usage[], warm: [] as Usage[], cold: [] as Usage[] };
  for (let round = 0; round < rounds; round++) {
    used.cold.push(await timed(worker('replace', template, size, assets, output)));
    used.warm.push(await slot.render());
    const parts = [await timed(encode, frames), ...(decode ? [await timed(decode)] : [])];
    used.limit.push({ cpuS: sum(parts, 'cpuS'), wallS: sum(parts, 'wallS') });
    if (round < FEW_ROUNDS) for (const rival of rivals) rival.used.push(await timed(rival.command));
  }
  await slot.stop();
  const all = { ...used, ...Object.fromEntries(rivals.map((rival) => [rival.peer.name, rival.used])) };
  for (const [name, values] of Object.entries(all)) totals.set(name, (totals.get(name) ?? 0) + middle(values, 'cpuS'));
  print(`${template}, ${size}`);
  print(`  limit     ${describe(used.limit)}`);
  for (const name of ['warm', 'cold'] as const) printOurs(name, used[name], used.limit);
  for (const { peer, used: theirs } of rivals) {
    const cpuS = (values: readonly Usage[]): number => middle(values, 'cpuS');
    const against = compared(cpuS(theirs), { warm: cpuS(used.warm), cold: cpuS(used.cold), limit: cpuS(used.limit) });
    print(`  ${peer.name.padEnd(9)} ${describe(theirs)}: ${against} (goal ${peer.goal})`);
  }
  print(`  stages    ${await stagesOf(output)}; ${(await stat(output)).size} bytes\n`);
  await rm(frames);
}

function printOurs(name: keyof typeof GOALS, ours: readonly Usage[], limit: readonly Usage[]): void {
  const ratio = middle(ours, 'cpuS') / middle(limit, 'cpuS');
  const aboveMs = ((middle(ours, 'cpuS') - middle(limit, 'cpuS')) * 1000) / (10 * FPS);
  const against = `${ratio.toFixed(2)} × the limit (goal ${GOALS[name]}), ${aboveMs.toFixed(2)} CPU ms a frame above it`;
  print(`  ${name.padEnd(9)} ${describe(ours)}: ${against}`);
}

/** CPU seconds of a peer as factors of ours, and of the limit. */
function compared(theirs: number, ours: Record<'warm' | 'cold' | 'limit', number>): string {
  const [warm, cold, limit] = [ours.warm, ours.cold, ours.limit].map((cpuS) => (theirs / cpuS).toFixed(2));
  return `${warm} × ours warm, ${cold} × cold, ${limit} × the limit`;
}

function printTotals(size: SizeName, cpuS: ReadonlyMap<string, number>, peers: readonly Peer[]): void {
  const of = (name: string): number => cpuS.get(name)!;
  const ours = { warm: of('warm'), cold: of('cold'), limit: of('limit') };
  print(
    `All of these at ${size}: CPU ${[...cpuS].map(([name, seconds]) => `${name} ${seconds.toFixed(2)}`).join(', ')}`,
  );
  for (const { name, goal } of peers) print(`  ${name.padEnd(9)} ${compared(of(name), ours)} (goal ${goal})`);
}

/** The parts of the footage that a template decodes: see its pages in `templates.ts`. */
function clipRuns(template: TemplateName, size: SizeName): DecodedRun[] {
  if (template !== 'clip with overlays') return [];
  const { width, height } = SIZES[size];
  const frames = Math.round(5.25 * FPS);
  return [
    { file: 'clip.mp4', width, height, fps: FPS, frames },
    { file: 'clip.mp4', width: width / 2, height: height / 2, fps: FPS, frames, fromS: 2 },
  ];
}

async function printMemory(assets: string, folder: string): Promise<void> {
  const peak = (mode: string) =>
    peakMemory(worker(mode, 'photo slideshow', '1080p', assets, join(folder, 'memory.mp4')));
  const [short, long] = [await peak('render'), await peak('long')];
  const apart = `${((long / short - 1) * 100).toFixed(0)} % apart (goal 15 %)`;
  print(
    `Peak memory at 1080p     ${megabytes(short)} for 10 s, ${megabytes(long)} for 300 s (goal below 650 MB), ${apart}`,
  );
}

function worker(mode: string, ...args: readonly [TemplateName, SizeName, assets: string, output: string]): string[] {
  return [process.execPath, ...NODE_FLAGS, WORKER, mode, ...args];
}

async function stagesOf(output: string): Promise<string> {
  const stages = JSON.parse(await readFile(`${output}.json`, 'utf8')) as StageTimes;
  const parts = Object.entries(stages).map(([stage, ms]) => `${stage} ${ms.toFixed(0)}`);
  return `${parts.join(', ')} ms wall`;
}

function sum(values: readonly Usage[], of: keyof Usage): number {
  return values.reduce((total, value) => total + value[of], 0);
}

function megabytes(bytes: number): string {
  return `${(bytes / 1e6).toFixed(0)} MB`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
