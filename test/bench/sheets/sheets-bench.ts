import { mkdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createCanvas } from '#libs/frames';
import { makeAssets } from '../render/assets.ts';
import { chosen } from '../render/chosen.ts';
import { compileDocument, openRenderer } from '../render/work.ts';
import { ChromiumPages } from './chromium-pages.ts';
import { ink, type Luma, lumaOf, ssim } from './luma.ts';
import { type Sheet, SHEETS } from './sheets.ts';

/** The folder in which pictures of both are left. */
const FOLDER = join(import.meta.dirname, '../../../.data/bench-sheets');

const ENLARGED = 4;
/** Rows by which a line may lie lower in Chromium: on Linux it moves baselines up where letters stand at fractions of a pixel. */
const SHIFTS = [-2, -1, 0, 1, 2];

interface Compared {
  sheet: Sheet;
  ours: Luma;
  theirs: Luma;
}

/**
 * Sheets of type, pictures and gradients as the renderer composites them, in luma beside those of Chromium: SSIM as
 * drawn, and with each line where it agrees best, at most two pixels higher or lower. Then the SSIM and the ink of each line,
 * a multiple of Chromium's.
 *
 * Options: words choose the sheets whose names they begin.
 */
export async function sheetsBench(options: readonly string[]): Promise<void> {
  const assets = join(tmpdir(), 'framewright-bench-assets');
  await makeAssets(assets);
  await mkdir(FOLDER, { recursive: true });
  const names = chosen(
    SHEETS.map(({ name }) => name),
    options,
  );
  const chromium = await ChromiumPages.open(assets);
  const all: Compared[] = [];
  try {
    print('| sheet | goal | SSIM | lines aligned | ink beside Chromium |\n| --- | --- | --- | --- | --- |');
    for (const sheet of SHEETS.filter(({ name }) => names.includes(name))) {
      const compared = { sheet, ours: await draw(sheet, assets), theirs: await chromium.draw(sheet) };
      all.push(compared);
      printSheet(compared);
      await save(compared);
    }
  } finally {
    await chromium.close();
  }
  printLines(all.filter(({ sheet }) => sheet.lines));
  print(`\nPictures of both: ${FOLDER}`);
}

/** The luma of a video's frame. */
async function draw({ name, width, height, paper, layers }: Sheet, assets: string): Promise<Luma> {
  const pages = [{ number: 1, duration: 1, background_color: paper, layers }];
  const renderer = await openRenderer(compileDocument({ name, width, height, pages }), assets);
  const frame = lumaOf(Uint8Array.from(await renderer.render(3)), { width, height });
  await renderer.close();
  return frame;
}

function printSheet({ sheet, ours, theirs }: Compared): void {
  const { name, width, height, lines, goal } = sheet;
  const marked = (value: number): string => (value < goal ? `**${value.toFixed(4)}**` : value.toFixed(4));
  const whole = marked(ssim(ours, theirs, { x: 0, y: 0, width, height }));
  const areas = [...(lines?.values() ?? [])];
  const inkOf = (picture: Luma): number => total(areas.map((area) => ink(picture, area)));
  const unlike = areas.map((area) => {
    const best = Math.max(...SHIFTS.map((down) => ssim(ours, theirs, area, down)));
    return (area.width * area.height * (1 - best)) / (width * height);
  });
  const ofLines = lines ? [marked(1 - total(unlike)), (inkOf(ours) / inkOf(theirs)).toFixed(3)] : ['', ''];
  printRow([name, `${goal}`, whole, ...ofLines]);
}

function printLines(all: readonly Compared[]): void {
  if (all.length === 0) return;
  print(
    `\n| line: SSIM, ink | ${all.map(({ sheet }) => sheet.name).join(' | ')} |\n| --- |${' --- |'.repeat(all.length)}`,
  );
  for (const line of all[0]!.sheet.lines!.keys()) {
    const cells = all.map(({ sheet, ours, theirs }) => {
      const area = sheet.lines!.get(line)!;
      return `${ssim(ours, theirs, area).toFixed(3)}, ${(ink(ours, area) / ink(theirs, area)).toFixed(2)}`;
    });
    printRow([line, ...cells]);
  }
}

/** Leaves a picture of ours, theirs, and the difference, four times as large, one above the other. */
async function save({ sheet: { name, width, height }, ours, theirs }: Compared): Promise<void> {
  const canvas = createCanvas(width, 3 * height);
  const context = canvas.getContext('2d');
  const difference = ours.data.map((luma, index) => Math.min(255, ENLARGED * Math.abs(luma - theirs.data[index]!)));
  [ours.data, theirs.data, difference].forEach((luma, place) => {
    const pixels = context.createImageData(width, height);
    luma.forEach((level, index) => pixels.data.set([level, level, level, 255], 4 * index));
    context.putImageData(pixels, 0, place * height);
  });
  await writeFile(join(FOLDER, `${name}.png`), await canvas.encode('png'));
}

function total(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

function printRow(cells: readonly string[]): void {
  print(`| ${cells.join(' | ')} |`);
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
