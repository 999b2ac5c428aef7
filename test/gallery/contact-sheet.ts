import { createCanvas, GlobalFonts, loadImage } from '#libs/frames';
import path from 'node:path';

/** Frames that a sheet shows under one name, as PNG files. */
export interface SheetEntry {
  readonly name: string;
  readonly frames: readonly Buffer[];
}

const COLUMNS = 5;
const LABEL_PX = 18;
const GAP_PX = 6;
const FONT = path.join(import.meta.dirname, '../../node_modules/@fontsource/inter/files/inter-latin-400-normal.woff2');

/** Frames with their names, five to a line, those of an entry side by side. As PNG. */
export async function contactSheet(entries: readonly SheetEntry[]): Promise<Buffer> {
  const shown = await Promise.all(
    entries.map(async ({ name, frames }) => ({ name, images: await Promise.all(frames.map((png) => loadImage(png))) })),
  );
  const images = shown.flatMap((entry) => entry.images);
  const width = Math.max(...images.map((image) => image.width)) + GAP_PX;
  const height = Math.max(...images.map((image) => image.height)) + GAP_PX + LABEL_PX;
  const places = flow(shown.map((entry) => entry.images.length));
  const columns = Math.max(...places.map(({ column }, index) => column + shown[index]!.images.length));
  const canvas = createCanvas(columns * width, (places.at(-1)!.row + 1) * height);
  const context = canvas.getContext('2d');
  context.fillStyle = '#303030';
  context.fillRect(0, 0, canvas.width, canvas.height);
  GlobalFonts.registerFromPath(FONT, 'label');
  context.font = '12px label';
  context.fillStyle = '#ffffff';
  for (const [index, { name, images: frames }] of shown.entries()) {
    const { column, row } = places[index]!;
    context.fillText(name, column * width + 2, row * height + 13);
    for (const [step, image] of frames.entries()) {
      context.drawImage(image, (column + step) * width, row * height + LABEL_PX);
    }
  }
  return canvas.encode('png');
}

/** Places of entries with these numbers of frames; no entry is broken over two lines. */
function flow(lengths: readonly number[]): { column: number; row: number }[] {
  let [column, row] = [0, 0];
  return lengths.map((length) => {
    if (column > 0 && column + length > COLUMNS) [column, row] = [0, row + 1];
    const place = { column, row };
    column += length;
    return place;
  });
}
