// Draws layers and their HTML counterparts side by side, with the difference of the two, four times enlarged:
// npm run gallery:chromium -- [name …] [--to file] [--chromium program]
import { createCanvas, loadImage } from '#libs/frames';
import { execFileSync } from 'node:child_process';
import fs from 'node:fs/promises';
import path from 'node:path';
import { parseArgs } from 'node:util';
import { compareFrames } from '../golden/compare-frames.ts';
import { contactSheet, type SheetEntry } from './contact-sheet.ts';
import { COUNTERPARTS } from './counterparts.ts';
import { drawInChromium } from './draw-in-chromium.ts';
import { SIZE, still } from './exhibit.ts';
import { renderMoments } from './render-exhibit.ts';

const ENLARGED = 4;

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    to: { type: 'string', default: path.join(import.meta.dirname, '../../.data/gallery/beside-chromium.png') },
    chromium: { type: 'string' },
  },
});
const wanted = COUNTERPARTS.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
if (wanted.length === 0) throw new Error(`there are: ${COUNTERPARTS.map(({ name }) => name).join(', ')}`);

const theirs = await drawInChromium(wanted, values.chromium ?? chromium());
const entries: SheetEntry[] = [];
for (const [index, { name, layers }] of wanted.entries()) {
  const [ours] = await renderMoments(still('beside-chromium', name, layers), [0.5]);
  const { unlike, worstBlock } = await compareFrames(ours!, theirs[index]!);
  const label = `${name}  ${(100 * unlike).toFixed(2)} % unlike, worst block ${worstBlock.toFixed(1)}`;
  process.stdout.write(`${label}\n`);
  entries.push({ name: label, frames: [ours!, theirs[index]!, await difference(ours!, theirs[index]!)] });
}
await fs.mkdir(path.dirname(values.to), { recursive: true });
await fs.writeFile(values.to, await contactSheet(entries));
process.stdout.write(`${values.to}\n`);

/** The installed Chromium, or Debian's. */
function chromium(): string {
  const ensure = path.join(import.meta.dirname, '../tools/ensure.mjs');
  const paths = execFileSync(process.execPath, [ensure, 'chromium'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  return (JSON.parse(paths) as Record<'chromium', string>).chromium;
}

async function difference(a: Buffer, b: Buffer): Promise<Buffer> {
  const canvas = createCanvas(SIZE.width, SIZE.height);
  const context = canvas.getContext('2d');
  context.drawImage(await loadImage(a), 0, 0);
  context.globalCompositeOperation = 'difference';
  context.drawImage(await loadImage(b), 0, 0);
  context.globalCompositeOperation = 'lighter';
  for (let times = 1; times < ENLARGED; times *= 2) context.drawImage(canvas, 0, 0);
  return canvas.encode('png');
}
