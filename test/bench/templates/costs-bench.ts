import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { DRAWING_COSTS } from '#libs/frames';
import { RENDER_COSTS } from '#libs/timeline';
import { median, timed } from '../cpu-time.ts';
import { bundleProgram, NODE_FLAGS, WORKER } from '../render/bundled-worker.ts';
import { chosen } from '../render/chosen.ts';
import { type CostSample, fittedCosts } from './fitted-costs.ts';
import type { CostFigures, VideoCost } from './template-work.ts';
import { makeTemplateAssets, TEMPLATE_NAMES, templateDocument } from './templates.ts';

const PROGRAM = WORKER.replace('worker.js', 'costs-worker.js');
/** The factor by which an estimate may be wrong: 30 %. */
const GOAL = 1.3;

interface Place {
  readonly folder: string;
  readonly assets: string;
}

/**
 * Costs of the templates beside their estimates, and the constants of the estimates beside those that fit best: drawing, ms a
 * frame, beside `explain`; with `--videos` whole videos beside what is expected before any was rendered. Words choose the
 * templates.
 */
export async function costsBench(options: readonly string[]): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  const place = { folder, assets: join(tmpdir(), 'framewright-bench-assets') };
  try {
    await bundleProgram(fileURLToPath(new URL('./template-worker.ts', import.meta.url)), PROGRAM);
    await makeTemplateAssets(place.assets);
    const templates = chosen(TEMPLATE_NAMES, options);
    if (options.includes('--videos')) await compareVideos(templates, place);
    else await compareDrawing(templates, place);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

async function compareDrawing(templates: readonly string[], place: Place): Promise<void> {
  const all: CostFigures[] = [];
  printHead(['template', 'painting, ms a frame', 'explained', '×', 'drawing, ms a frame', 'explained', '×']);
  for (const template of templates) {
    const figures = await measured<CostFigures>('costs', template, place);
    const { frames, paintedMs, explainedPaintingMs, drawnMs, explainedDrawingMs } = figures;
    const painting = beside(paintedMs / frames, explainedPaintingMs / frames, 2);
    printRow([template, ...painting, ...beside(drawnMs / frames, explainedDrawingMs / frames, 2)]);
    all.push(figures);
  }
  printNear(all.map(({ drawnMs, explainedDrawingMs }) => explainedDrawingMs / drawnMs));
  printCosts(
    all.flatMap(({ samples }) => samples),
    DRAWING_COSTS,
  );
}

async function compareVideos(templates: readonly string[], place: Place): Promise<void> {
  const all: VideoCost[] = [];
  printHead(['template', 'rendered, CPU ms', 'expected', '×']);
  for (const template of templates) {
    const figures = await measured<VideoCost>('video', template, place);
    printRow([template, ...beside(figures.renderedMs, figures.expectedMs, 0)]);
    all.push(figures);
  }
  printNear(all.map(({ renderedMs, expectedMs }) => expectedMs / renderedMs));
  printCosts(
    all.map(({ renderedMs: ms, work }) => ({ ms, work })),
    RENDER_COSTS,
  );
}

async function measured<Figures>(mode: string, template: string, { folder, assets }: Place): Promise<Figures> {
  const [input, output] = [join(folder, 'template.json'), join(folder, 'figures.json')];
  await writeFile(input, JSON.stringify(templateDocument(template)));
  await timed([process.execPath, ...NODE_FLAGS, PROGRAM, mode, input, assets, output]);
  return JSON.parse(await readFile(output, 'utf8')) as Figures;
}

function beside(measuredMs: number, estimatedMs: number, digits: number): string[] {
  return [measuredMs.toFixed(digits), estimatedMs.toFixed(digits), (estimatedMs / measuredMs).toFixed(2)];
}

/**
 * Counts the templates whose estimate is near: as it is, and as it would be on a machine of this speed. Beside other work the
 * CPU time of anything is two to three times that of an idle machine.
 */
function printNear(ratios: readonly number[]): void {
  const middle = median(ratios);
  const near = (unit: number): number =>
    ratios.filter((ratio) => ratio / unit < GOAL && ratio / unit > 1 / GOAL).length;
  print(`\nWithin 30 %: ${near(1)} of ${ratios.length} templates, load ${loadavg()[0]!.toFixed(1)}`);
  print(`Median × ${middle.toFixed(2)}, which is the speed of this machine; within 30 % of that: ${near(middle)}\n`);
}

/** The constants of an estimate, and what would fit the measurements better. */
function printCosts<Path extends string>(
  samples: readonly CostSample<Path>[],
  costs: Readonly<Record<Path, number>>,
): void {
  const fitted = fittedCosts(samples, costs);
  printHead(['path', 'constant, ns', 'fitted, ns', 'ms of all']);
  for (const path of Object.keys(costs) as Path[]) {
    const amount = samples.reduce((sum, { work }) => sum + (work[path] ?? 0), 0);
    printRow([path, `${costs[path]}`, fitted[path].toPrecision(3), ((amount * costs[path]) / 1e6).toFixed(0)]);
  }
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
