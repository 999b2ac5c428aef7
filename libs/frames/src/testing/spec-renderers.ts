import { applyModifications, validateTemplate } from '#libs/template';
import { compile, type Timeline } from '#libs/timeline';
import fs from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { type FrameRenderer, openFrameRenderer } from '../frame-renderer.js';
import { createCanvas } from '../skia.js';

/** The size of every document of the specs, px. */
export const SIZE = { width: 320, height: 180 };

/** The parts of a document that a spec cares about. */
export interface SpecDocument {
  pages?: object[];
  layers?: object[];
  [field: string]: unknown;
}

/** Compiles a one-page document of one second at 24 fps, or the pages given. */
export function timelineOf({ pages, layers = [], ...document }: SpecDocument): Timeline {
  const page = { number: 1, duration: 1, background_color: '#ffffff', layers };
  const checked = validateTemplate({ name: 'spec', ...SIZE, ...document, pages: pages ?? [page] });
  if (!checked.ok) throw new Error(JSON.stringify(checked.faults));
  const applied = applyModifications(checked.value, {});
  if (!applied.ok) throw new Error(JSON.stringify(applied.faults));
  return compile(applied.value, { fps: 24 });
}

/** Renderers over a folder with a two-tone picture, one whose right half is transparent, and some files that are no pictures. */
export class SpecRenderers {
  readonly #opened: FrameRenderer[] = [];

  private constructor(private readonly folder: string) {}

  static async open(): Promise<SpecRenderers> {
    const renderers = new SpecRenderers(await fs.mkdtemp(path.join(os.tmpdir(), 'frames-spec-')));
    const canvas = createCanvas(80, 40);
    const context = canvas.getContext('2d');
    context.fillStyle = '#2563eb';
    context.fillRect(0, 0, 40, 40);
    context.fillStyle = '#e2b04a';
    context.fillRect(40, 0, 40, 40);
    const png = canvas.toBuffer('image/png');
    await fs.writeFile(renderers.file('two-tone.png'), png);
    context.clearRect(40, 0, 40, 40);
    await fs.writeFile(renderers.file('half.png'), canvas.toBuffer('image/png'));
    await fs.writeFile(renderers.file('large.png'), striped(1280, 640));
    await fs.writeFile(renderers.file('cut.png'), png.subarray(0, 60));
    await fs.writeFile(renderers.file('drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    await fs.writeFile(renderers.file('page.html'), '<html>not found</html>');
    return renderers;
  }

  /** The local file that stands for an address. */
  file(url: string): string {
    return path.join(this.folder, path.basename(url));
  }

  /** Opens a renderer, which `close` will close. */
  async render(document: SpecDocument): Promise<FrameRenderer> {
    const file = (url: string): string => this.file(url);
    const renderer = await openFrameRenderer(timelineOf(document), { image: file, font: file, lottie: file });
    this.#opened.push(renderer);
    return renderer;
  }

  async close(): Promise<void> {
    await Promise.all(this.#opened.map((renderer) => renderer.close()));
    await fs.rm(this.folder, { recursive: true });
  }
}

/** A picture that no other halving of it looks like. */
function striped(width: number, height: number): Buffer {
  const canvas = createCanvas(width, height);
  const context = canvas.getContext('2d');
  for (let x = 0; x < width; x += 3) {
    context.fillStyle = `hsl(${x % 360} 80% 50%)`;
    context.fillRect(x, 0, 2, height);
  }
  return canvas.toBuffer('image/png');
}

/** A frame's luma at one n-th of its size: each pixel is the mean of its square. */
export function reduced(luma: Uint8Array, n: number): Uint8Array {
  const { width, height } = SIZE;
  return Uint8Array.from({ length: width * height }, (_, i) => {
    const [left, top] = [(i % width) * n, Math.floor(i / width) * n];
    let sum = 0;
    for (let y = top; y < top + n; y++) for (let x = left; x < left + n; x++) sum += luma[y * width * n + x]!;
    return Math.round(sum / n ** 2);
  });
}

/** Y, U and V of a pixel. */
function pixel(frame: Uint8Array, x: number, y: number): number[] {
  const luma = SIZE.width * SIZE.height;
  const cell = luma + (y >> 1) * (SIZE.width / 2) + (x >> 1);
  return [frame[y * SIZE.width + x]!, frame[cell]!, frame[cell + luma / 4]!];
}

/** BT.709 limited range, from the standard's own formula. */
function bt709(r: number, g: number, b: number): number[] {
  const y = 0.2126 * r + 0.7152 * g + 0.0722 * b;
  return [16 + (y * 219) / 255, 128 + ((b - y) / 1.8556 / 255) * 224, 128 + ((r - y) / 1.5748 / 255) * 224];
}

/** Distance of a pixel from an sRGB color: the largest difference over Y, U and V, in steps. */
export function colorError(
  frame: Uint8Array,
  [x, y]: readonly [number, number],
  rgb: readonly [number, number, number],
): number {
  const expected = bt709(...rgb);
  return Math.max(...pixel(frame, x, y).map((value, i) => Math.abs(value - expected[i]!)));
}

export const BOX = { name: 'box', type: 'shape', x: 40, y: 30, width: 100, height: 60, fill_color: '#0f766e' };
export const HEADLINE = {
  name: 'headline',
  type: 'text',
  text: 'Hamburgefonstiv',
  x: 20,
  y: 40,
  width: 280,
  height: 60,
  font_size: 36,
  weight: 700,
};
export const STAR = { ...BOX, name: 'star', shape: 'star', fill_color: '#000000' };
export const PICTURE = { name: 'picture', type: 'image', source_url: 'http://a.example/two-tone.png' };
