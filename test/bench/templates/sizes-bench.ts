import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { applyModifications, FORMAT_LIMITS, type TemplateDocument, validateTemplate } from '#libs/template';
import type { Timeline } from '#libs/timeline';
import { median, timed } from '../cpu-time.ts';
import { sum } from '../measured-system.ts';
import { bundleProgram, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { decodeAlone, type DecodedRun, encodeAlone, encodePicturesAlone } from '../render/limit.ts';
import { compileDocument } from '../render/work.ts';
import { ORDER_SIZES, orderDocument } from './documents/order-document.ts';
import { shape, type Json } from './documents/layers.ts';
import { TemplateService } from './template-service.ts';
import type { DrawFigures } from './template-work.ts';
import { makeTemplateAssets } from './templates.ts';

const ROUNDS = 3;
const PROGRAM = WORKER.replace('worker.js', 'template-worker.js');
const GOAL = 1.1;

interface Place {
  assets: string;
  folder: string;
}

/** CPU seconds of the limit of one size, and its parts. */
interface SizeLimit {
  encodeS: number;
  /** Encoding without sound. */
  picturesS: number;
  decodeS: number;
  /** Decoding without scaling. */
  sourceS: number;
  drawS: number;
}

/**
 * Cost of five sizes of one order in a service with one slot, beside encoding the finished frames of each and decoding the
 * footage once; then what the order would take at least if its footage was decoded once. `--quick` measures once. Needs
 * Linux.
 */
export async function sizesBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const assets = join(tmpdir(), 'framewright-bench-assets');
  process.env['NODE_COMPILE_CACHE'] = join(folder, 'code');
  let service: TemplateService | undefined;
  try {
    await bundleProgram(fileURLToPath(new URL('./template-worker.ts', import.meta.url)), PROGRAM);
    await makeTemplateAssets(assets);
    service = await TemplateService.start(assets, orderDocument(2));
    const orders: { allS: number; slotS: readonly number[] }[] = [];
    for (let round = 1; round <= (options.includes('--quick') ? 1 : ROUNDS); round++) {
      // Two rows fewer: nothing that was painted before fits. The first of a kind is decoded when it is checked.
      await service.order(firstOfItsKind(4 * round), ORDER_SIZES);
      orders.push(await service.order(orderDocument(4 * round), ORDER_SIZES));
    }
    const limits: SizeLimit[] = [];
    for (const size of ORDER_SIZES) limits.push(await limitOf(size, { assets, folder }));
    report(limits, orders);
  } finally {
    await service?.stop();
    await rm(folder, { recursive: true, force: true });
  }
}

/** A second of the order, without footage and sound. */
function firstOfItsKind(fewer: number): Json {
  const document = orderDocument(fewer);
  delete document['audio'];
  const moving = { keyframes: { x: [0, 1].map((time) => ({ time, value: 99 * time })) } };
  return { ...document, pages: [{ number: 1, duration: 1, layers: [shape('moving', [0, 0, 10, 10], moving)] }] };
}

async function limitOf(size: string, { assets, folder }: Place): Promise<SizeLimit> {
  const document = documentIn(size);
  const [input, frames] = [join(folder, 'template.json'), join(folder, 'frames.yuv')];
  await writeFile(input, JSON.stringify(document));
  await timed([process.execPath, ...NODE_FLAGS, PROGRAM, 'frames', input, assets, frames]);
  const runs = JSON.parse(await readFile(`${frames}.runs.json`, 'utf8')) as DecodedRun[];
  const limit = await partsOf(compileDocument(document), runs, { assets, folder });
  const drawn = join(folder, 'drawn.json');
  await timed([process.execPath, ...NODE_FLAGS, PROGRAM, 'draw', input, assets, drawn]);
  const { changed, meanMs } = JSON.parse(await readFile(drawn, 'utf8')) as DrawFigures;
  return { ...limit, drawS: (changed * meanMs) / 1000 };
}

/** @param place where the finished frames are */
async function partsOf(
  timeline: Timeline,
  runs: readonly DecodedRun[],
  { assets, folder }: Place,
): Promise<Omit<SizeLimit, 'drawS'>> {
  const [frames, file] = [join(folder, 'frames.yuv'), join(folder, 'limit.mp4')];
  const music = ['-stream_loop', '-1', '-i', join(assets, 'music.m4a')];
  const source = runs.map((run) => unscaled(join(assets, run.file), run.frames)).join('\n');
  return {
    encodeS: (await timed(encodeAlone(timeline, music, file), frames)).cpuS,
    picturesS: (await timed(encodePicturesAlone(timeline, file), frames)).cpuS,
    decodeS: (await timed(await decodeAlone(assets, runs))).cpuS,
    sourceS: (await timed(['bash', '-ec', source])).cpuS,
  };
}

/** Decodes as many pictures of a file and throws them away. */
function unscaled(file: string, pictures: number): string {
  return `ffmpeg -v error -nostdin -threads 1 -i '${file}' -map 0:V:0 -frames:v ${pictures} -f null -`;
}

function documentIn(size: string): TemplateDocument {
  const checked = validateTemplate(orderDocument());
  const applied = checked.ok ? applyModifications(checked.value, {}, '', { ...FORMAT_LIMITS, size }) : checked;
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return applied.value;
}

function report(limits: readonly SizeLimit[], orders: readonly { allS: number; slotS: readonly number[] }[]): void {
  const columns = ['encodeS', 'picturesS', 'decodeS', 'sourceS', 'drawS'] as const;
  print('| size | encode, CPU s | of that pictures | decode | of that without scaling | draw |');
  print('| ---- | ------------- | ---------------- | ------ | ----------------------- | ---- |');
  for (const [index, size] of ORDER_SIZES.entries()) {
    print(`| ${[size, ...columns.map((column) => seconds(limits[index]![column]))].join(' | ')} |`);
  }
  const all = (column: keyof SizeLimit): number => sum(limits.map((limit) => limit[column]));
  print(`| all | ${columns.map((column) => seconds(all(column))).join(' | ')} |`);
  const [encodeS, decodeS, ofEach] = [all('encodeS'), all('decodeS'), ORDER_SIZES.length];
  const [slotS, onceS] = [median(orders.map((order) => sum(order.slotS))), decodeS / ofEach];
  const beside = (usedS: number, limitS: number): string => (usedS / limitS).toFixed(2);
  print(`\nSlot, in the order of the queue: ${orders.at(-1)!.slotS.map(seconds).join(', ')} CPU s`);
  print(`× encoding all and decoding once (${seconds(onceS)}): ${beside(slotS, encodeS + onceS)} (goal ${GOAL})`);
  print(`× encoding and decoding each: ${beside(slotS, encodeS + decodeS)}`);
  const spared = (encodeS - all('picturesS') + all('sourceS')) * (1 - 1 / ofEach);
  const leastS = encodeS + decodeS + all('drawS') - spared;
  print(`Sound and decoding once, the rest of each: ${seconds(leastS)} CPU s, × ${beside(leastS, encodeS + onceS)}`);
  print(`Service: ${seconds(median(orders.map(({ allS }) => allS)))} CPU s`);
}

function seconds(s: number): string {
  return s.toFixed(2);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
