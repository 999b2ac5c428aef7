import { afterAll, afterEach, beforeAll } from '@jest/globals';
import { applyModifications, validateTemplate } from '#libs/template';
import { compile, type Timeline } from '#libs/timeline';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
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

/**
 * Renderers over a folder with a two-tone picture, one whose right half is transparent, and some files that are no pictures.
 * The next renderer takes over the memory of one that is closed. The memory of a new one, 200 MB, makes V8 collect
 * garbage, in a worker of Jest with the modules of all its earlier specs.
 */
class SpecRenderers {
  readonly #folder = mkdtempSync(path.join(os.tmpdir(), 'frames-spec-'));
  #opened: FrameRenderer[] = [];

  /** The local file that stands for an address. */
  file(url: string): string {
    return path.join(this.#folder, path.basename(url));
  }

  /** Opens a renderer, which is closed after the test. */
  async render(document: SpecDocument): Promise<FrameRenderer> {
    const file = (url: string): string => this.file(url);
    const renderer = await openFrameRenderer(timelineOf(document), { image: file, font: file, lottie: file });
    this.#opened.push(renderer);
    return renderer;
  }

  /** Draws frames with a renderer of their own. */
  async frames(document: SpecDocument, numbers: Iterable<number>): Promise<Buffer[]> {
    const renderer = await this.render(document);
    const frames: Buffer[] = [];
    for (const number of numbers) frames.push(Buffer.from(await renderer.render(number)));
    await renderer.close();
    return frames;
  }

  /** Draws one frame with a renderer of its own. */
  async frame(document: SpecDocument, number = 0): Promise<Buffer> {
    const [frame] = await this.frames(document, [number]);
    return frame!;
  }

  /** Closes the renderers that are open. */
  async close(): Promise<void> {
    const opened = this.#opened;
    this.#opened = [];
    await Promise.all(opened.map((renderer) => renderer.close()));
  }

  writeFiles(): void {
    const canvas = createCanvas(80, 40);
    const context = canvas.getContext('2d');
    context.fillStyle = '#2563eb';
    context.fillRect(0, 0, 40, 40);
    context.fillStyle = '#e2b04a';
    context.fillRect(40, 0, 40, 40);
    const png = canvas.toBuffer('image/png');
    writeFileSync(this.file('two-tone.png'), png);
    context.clearRect(40, 0, 40, 40);
    writeFileSync(this.file('half.png'), canvas.toBuffer('image/png'));
    writeFileSync(this.file('large.png'), striped(1280, 640));
    writeFileSync(this.file('cut.png'), png.subarray(0, 60));
    writeFileSync(this.file('drawing.svg'), '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"/>');
    writeFileSync(this.file('page.html'), '<html>not found</html>');
  }

  removeFiles(): void {
    rmSync(this.#folder, { recursive: true });
  }
}

/** The renderers of a spec's tests. */
export function specRenderers(): SpecRenderers {
  const renderers = new SpecRenderers();
  beforeAll(() => renderers.writeFiles());
  afterEach(() => renderers.close());
  afterAll(() => renderers.removeFiles());
  return renderers;
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
