import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { processTimes } from '../api/cpu-of.ts';
import { makeAssets } from '../render/assets.ts';
import { chosen } from '../render/chosen.ts';
import { compileDocument, openRenderer, probeMedia } from '../render/work.ts';
import { between, type Box, clip, group, image, type Json, shape, text } from '../templates/documents/layers.ts';
import { COMMON, OF_A_CLIP, OF_A_GROUP, SECONDS, WINDOW } from './variants.ts';

/** Times the plain layer beyond which a property is a cliff. */
const GOAL = 4;
/** Frames that are drawn before those that are measured: what is painted once is no cost of a frame. */
const FIRST_FRAMES = 6;
const BOX: Box = [160, 90, 1600, 900];

/** Layers that are measured: plain, and with one property at a time. */
const SUBJECTS: Readonly<Record<string, () => Json>> = {
  clip: () => clip('subject', [0, 0, 1920, 1080]),
  'group with a clip': () =>
    group('subject', BOX, [...card(), clip('clip', [60, 60, 1000, 560], { border_radius: 24 })]),
  'group that moves': () =>
    group('subject', BOX, [...card(), image('photo', 'photo-1.jpg', [60, 60, 1000, 560], { border_radius: 24 })], {
      keyframes: { x: between(SECONDS, 160, 220) },
    }),
};

interface Cost {
  drawMs: number;
  decodeMs: number;
}

/**
 * CPU ms of drawing a frame at 1920×1080 of a clip that fills it, of a group with a clip, and of a group that moves: each
 * plain, and with every property alone, as a multiple of the plain one. Decoding, which programs do, is beside it.
 * Needs Linux.
 *
 * Options: words choose the properties whose names they begin.
 */
export async function propertiesBench(options: readonly string[]): Promise<void> {
  const assets = join(tmpdir(), 'framewright-bench-assets');
  await makeAssets(assets);
  const names = Object.keys(SUBJECTS);
  const columns = ['property', 'value', ...names.flatMap((name) => [`${name}, ms`, '×']), 'decoding the clip, ms'];
  print(`| ${columns.join(' | ')} |\n|${' --- |'.repeat(columns.length)}`);
  const plain = new Map<string, Cost>();
  // The first round warms up: the second one replaces its figures.
  for (const name of [...names, ...names]) plain.set(name, await measure(SUBJECTS[name]!(), assets));
  printRow(
    ['(plain)', ''],
    names.map((name) => plain.get(name)),
    plain,
  );
  const all = { ...COMMON, ...OF_A_CLIP, ...OF_A_GROUP };
  const cliffs: string[] = [];
  for (const property of chosen(Object.keys(all) as (keyof typeof all)[], options)) {
    for (const [value, properties] of Object.entries<Json>(all[property])) {
      const costs: (Cost | undefined)[] = [];
      for (const name of names) {
        if (!has(name, property)) costs.push(undefined);
        else costs.push(await measure(withProperties(SUBJECTS[name]!(), properties), assets));
      }
      printRow([property, value], costs, plain);
      names.forEach((name, index) => {
        const ratio = (costs[index]?.drawMs ?? 0) / plain.get(name)!.drawMs;
        if (ratio > GOAL) cliffs.push(`${name}, ${property} ${value}: ${ratio.toFixed(1)} ×`);
      });
    }
  }
  print(`\n${cliffs.length} above ${GOAL} × the plain layer${cliffs.map((cliff) => `\n  ${cliff}`).join('')}`);
}

/** The ground of both groups. */
function card(): Json[] {
  return [
    shape('plate', [0, 0, 1600, 900], { fill_color: 'linear-gradient(160deg, #16324f, #7a3b69)', border_radius: 40 }),
    text('title', [1100, 80, 460, 300], { text: 'A title of some words', font_size: 84, weight: 700 }),
    text('copy', [60, 660, 1480, 180], { text: 'A line of smaller letters below it', font_size: 56 }),
  ];
}

function has(subject: string, property: string): boolean {
  if (property in OF_A_CLIP) return subject === 'clip';
  return property in OF_A_GROUP ? subject !== 'clip' : true;
}

function withProperties(layer: Json, { keyframes, layers, ...properties }: Json): Json {
  const changed = { ...layer, ...properties };
  if (keyframes) changed['keyframes'] = { ...(layer['keyframes'] as Json), ...(keyframes as Json) };
  if (layers) changed['layers'] = [...(layer['layers'] as Json[]), ...(layers as Json[])];
  return changed;
}

/** CPU ms of this process, which draws, and of the programs that it has waited for, a frame. */
async function measure(layer: Json, assets: string): Promise<Cost> {
  const layers = JSON.stringify(layer).includes('"window"') ? [WINDOW, layer] : [layer];
  const page = { number: 1, duration: SECONDS, background_color: '#203040', layers };
  const timeline = compileDocument({ name: 'property', width: 1920, height: 1080, pages: [page] });
  const decodedBefore = decodedS();
  const renderer = await openRenderer(timeline, assets, await probeMedia(timeline, assets));
  for (let frame = 0; frame < FIRST_FRAMES; frame++) await renderer.render(frame);
  const before = process.cpuUsage();
  for (let frame = FIRST_FRAMES; frame < timeline.frameCount; frame++) await renderer.render(frame);
  const { user, system } = process.cpuUsage(before);
  await renderer.close();
  const measured = timeline.frameCount - FIRST_FRAMES;
  return {
    drawMs: (user + system) / 1_000 / measured,
    decodeMs: (1_000 * (decodedS() - decodedBefore)) / timeline.frameCount,
  };
}

function decodedS(): number {
  return processTimes().find(({ pid }) => pid === process.pid)!.endedS;
}

function printRow(
  facts: readonly string[],
  costs: readonly (Cost | undefined)[],
  plain: ReadonlyMap<string, Cost>,
): void {
  const cells = [...plain.values()].flatMap(({ drawMs }, index) => {
    const cost = costs[index];
    if (!cost) return ['', ''];
    const ratio = cost.drawMs / drawMs;
    return [cost.drawMs.toFixed(1), ratio > GOAL ? `**${ratio.toFixed(1)}**` : ratio.toFixed(1)];
  });
  print(`| ${[...facts, ...cells, costs[0]?.decodeMs.toFixed(1) ?? ''].join(' | ')} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
