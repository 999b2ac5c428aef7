// Compares every exhibit of the gallery with its golden frame and names those that differ. `--update` makes the frames
// that differ, and removes those whose exhibit is gone; look at what changed before committing it.
import { createCanvas, loadImage } from '#libs/frames';
import fs from 'node:fs/promises';
import path from 'node:path';
import { EXHIBITS, goldenMoment } from '../gallery/exhibits.ts';
import { renderMoments } from '../gallery/render-exhibit.ts';
import { compareFrames, isTolerable } from './compare-frames.ts';
import { goldenFile } from './golden-file.ts';

const WEBP_QUALITY = 90;
const isUpdating = process.argv.includes('--update');

const folder = path.dirname(goldenFile({ name: '' }));
await fs.mkdir(folder, { recursive: true });
for (const exhibit of EXHIBITS) {
  const [png] = await renderMoments(exhibit, [goldenMoment(exhibit)]);
  const file = goldenFile(exhibit);
  const golden = await fs.readFile(file).catch(() => undefined);
  if (golden && isTolerable(await compareFrames(golden, png!))) continue;
  process.stdout.write(`${exhibit.name}: ${golden ? 'differs' : 'has no golden frame'}\n`);
  if (isUpdating) await fs.writeFile(file, await toWebp(png!));
  else process.exitCode = 1;
}
const known = new Set(EXHIBITS.map((exhibit) => path.basename(goldenFile(exhibit))));
for (const name of await fs.readdir(folder)) {
  if (known.has(name)) continue;
  process.stdout.write(`${name}: its exhibit is gone\n`);
  if (isUpdating) await fs.rm(path.join(folder, name));
  else process.exitCode = 1;
}

async function toWebp(png: Buffer): Promise<Buffer> {
  const image = await loadImage(png);
  const canvas = createCanvas(image.width, image.height);
  canvas.getContext('2d').drawImage(image, 0, 0);
  return canvas.encode('webp', WEBP_QUALITY);
}
