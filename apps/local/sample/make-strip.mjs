// Makes docs/sample.jpg, the README's picture: one frame of each sample, side by side. After `npm run build`:
// node apps/local/sample/make-strip.mjs
import { openFrameRenderer } from '#libs/frames';
import { applyModifications, validateTemplate } from '#libs/template';
import { compile } from '#libs/timeline';
import { createCanvas, loadImage } from '@napi-rs/canvas';
import { readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const FPS = 24;
const HEIGHT = 600;
const GAP = 16;
const JPEG_QUALITY = 86;
/** The second of each sample at which it shows most. */
const MOMENTS = { promo: 2.6, story: 2.3, card: 5 };

const pictures = [];
for (const [name, moment] of Object.entries(MOMENTS)) pictures.push(await loadImage(await frameOf(name, moment)));
const widths = pictures.map(({ width, height }) => Math.round((width * HEIGHT) / height));
const strip = createCanvas(
  widths.reduce((sum, width) => sum + width + GAP, -GAP),
  HEIGHT,
);
const context = strip.getContext('2d');
context.fillStyle = '#ffffff';
context.fillRect(0, 0, strip.width, strip.height);
context.imageSmoothingQuality = 'high';
let x = 0;
for (const [index, picture] of pictures.entries()) {
  context.drawImage(picture, x, 0, widths[index], HEIGHT);
  x += widths[index] + GAP;
}
writeFileSync(join(import.meta.dirname, '../../../docs/sample.jpg'), await strip.encode('jpeg', JPEG_QUALITY));

async function frameOf(name, moment) {
  const text = readFileSync(join(import.meta.dirname, `${name}.json`), 'utf8');
  const stored = validateTemplate(JSON.parse(text.replaceAll('sample:/', 'http://sample.example/')));
  if (!stored.ok) throw new Error(JSON.stringify(stored.faults));
  const filled = applyModifications(stored.value, {});
  if (!filled.ok) throw new Error(JSON.stringify(filled.faults));
  const file = (url) => join(import.meta.dirname, basename(url));
  const renderer = await openFrameRenderer(compile(filled.value, { fps: FPS }), { image: file, font: file });
  const png = await renderer.png(Math.round(moment * FPS));
  await renderer.close();
  return png;
}
