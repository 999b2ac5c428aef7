import type { Rect, Size } from '#libs/document';
import { FontLibrary } from '../fonts/font-library.js';
import { type Canvas, type Context, createCanvas } from '../skia.js';
import type { StillEncoding } from './encode-still.js';
import { canvasOf } from './frame-canvas.js';
import { writePng } from './png.js';

/** The box of a layer to draw over a frame. */
export interface LayerOutline {
  /** The name of the layer. */
  readonly name: string;
  /** Pixels of the frame. */
  readonly bounds: Rect;
}

/** The frames that a sheet will have. */
export interface SheetPlan {
  /** Number of pictures. */
  readonly count: number;
  /** Pixels of width of each. */
  readonly width: number;
  /** Pixels of the first frame: its shape is that of every picture. */
  readonly frame: Size;
  /** Whether each picture has a line of text below it. */
  readonly hasCaptions: boolean;
}

const QUALITY = 88;
const MAX_COLUMNS = 4;
const CAPTION_PX = 22;
const TEXT_PX = 13;
const GAP_PX = 8;
const BACKGROUND = '#1b1b1f';
const COLORS = ['#ff3b6b', '#00c2ff', '#ffd400', '#35e06f', '#c77dff', '#ff8a1f'];
/** Difference of a color channel from which a pixel counts as changed: the noise of scaling stays below it. */
const CHANGED = 24;
const MARK = [255, 0, 170] as const;

/** One picture of several frames, each with a line of text, and boxes of layers drawn over them. */
export class FrameSheet {
  readonly #canvas: Canvas;
  readonly #context: Context;
  readonly #cell: Size;
  readonly #columns: number;
  readonly #fonts = new FontLibrary();
  #placed = 0;

  constructor(private readonly plan: SheetPlan) {
    const { count, width, frame, hasCaptions } = plan;
    this.#cell = { width, height: Math.max(1, Math.round((frame.height * width) / frame.width)) };
    this.#columns = count <= 3 ? count : Math.min(MAX_COLUMNS, Math.ceil(Math.sqrt(count)));
    const rows = Math.ceil(count / this.#columns);
    const below = hasCaptions ? CAPTION_PX : 0;
    const [across, down] = [this.#columns * (width + GAP_PX), rows * (this.#cell.height + below + GAP_PX)];
    this.#canvas = createCanvas(across - GAP_PX, down - GAP_PX);
    this.#context = this.#canvas.getContext('2d');
    this.#context.fillStyle = BACKGROUND;
    this.#context.fillRect(0, 0, this.#canvas.width, this.#canvas.height);
  }

  /** Adds the next frame, I420, scaled to the width of a picture. It may change once this has returned. */
  add(frame: Uint8Array, size: Size, { caption = '', outlines = [] }: FrameNotes = {}): void {
    const { x, y, width, height } = this.#next();
    const scale = Math.min(width / size.width, height / size.height);
    this.#context.imageSmoothingQuality = 'high';
    this.#context.drawImage(canvasOf(frame, size.width, size.height), x, y, size.width * scale, size.height * scale);
    this.#context.save();
    this.#context.beginPath();
    this.#context.rect(x, y, width, height);
    this.#context.clip();
    for (const [index, outline] of outlines.entries()) {
      this.#outline(outline, { x, y, scale, color: COLORS[index % COLORS.length]! });
    }
    this.#context.restore();
    this.#caption(caption, { x, y });
  }

  /** Adds a picture of the two before it: gray, with the pixels marked that differ. @returns their share, 0..1 */
  addDifference(): number {
    const [before, after] = [this.#pixelsAt(this.#placed - 2), this.#pixelsAt(this.#placed - 1)];
    const { x, y, width, height } = this.#next();
    const shown = this.#context.createImageData(width, height);
    let changed = 0;
    for (let at = 0; at < shown.data.length; at += 4) {
      const [r, g, b] = [after[at]!, after[at + 1]!, after[at + 2]!];
      const most = Math.max(Math.abs(before[at]! - r), Math.abs(before[at + 1]! - g), Math.abs(before[at + 2]! - b));
      const gray = 90 + Math.round((0.2126 * r + 0.7152 * g + 0.0722 * b) / 3);
      shown.data.set(most > CHANGED ? [...MARK, 255] : [gray, gray, gray, 255], at);
      if (most > CHANGED) changed += 1;
    }
    this.#context.putImageData(shown, x, y);
    const share = changed / (width * height);
    this.#caption(`differs: ${Math.round(1_000 * share) / 10} %`, { x, y });
    return share;
  }

  /** The sheet as a file. */
  encode({ format, quality = QUALITY }: Pick<StillEncoding, 'format' | 'quality'>): Promise<Buffer> {
    return format === 'png' ? writePng(this.#canvas.data(), this.#canvas) : this.#canvas.encode(format, quality);
  }

  #next(): Rect {
    const place = this.#placeOf(this.#placed);
    this.#placed += 1;
    return place;
  }

  #placeOf(index: number): Rect {
    const { width, height } = this.#cell;
    const below = this.plan.hasCaptions ? CAPTION_PX : 0;
    const [column, row] = [index % this.#columns, Math.floor(index / this.#columns)];
    return { x: column * (width + GAP_PX), y: row * (height + below + GAP_PX), width, height };
  }

  #pixelsAt(index: number): Uint8ClampedArray {
    const { x, y, width, height } = this.#placeOf(index);
    return this.#context.getImageData(x, y, width, height).data;
  }

  #caption(text: string, { x, y }: { x: number; y: number }): void {
    if (!this.plan.hasCaptions) return;
    this.#text(text, { x: x + 2, y: y + this.#cell.height + CAPTION_PX - 6, color: '#ffffff' });
  }

  #outline({ name, bounds }: LayerOutline, at: { x: number; y: number; scale: number; color: string }): void {
    const context = this.#context;
    const [left, top] = [at.x + bounds.x * at.scale, at.y + bounds.y * at.scale];
    context.strokeStyle = at.color;
    context.lineWidth = 2;
    context.strokeRect(left, top, bounds.width * at.scale, bounds.height * at.scale);
    const textLeft = Math.max(at.x, Math.min(left, at.x + this.#cell.width - 40));
    const above = top - TEXT_PX - 5; // over the picture around the layer, where there is room
    const textTop = above >= at.y ? above : Math.max(at.y, Math.min(top, at.y + this.#cell.height - TEXT_PX - 4));
    const width = this.#measure(name) + 8;
    context.fillStyle = at.color;
    context.fillRect(textLeft, textTop, width, TEXT_PX + 5);
    this.#text(name, { x: textLeft + 4, y: textTop + TEXT_PX, color: '#000000' });
  }

  #measure(text: string): number {
    this.#useFont(text);
    return this.#context.measureText(text).width;
  }

  #text(text: string, { x, y, color }: { x: number; y: number; color: string }): void {
    this.#useFont(text);
    this.#context.fillStyle = color;
    this.#context.fillText(text, x, y);
  }

  #useFont(text: string): void {
    const stack = this.#fonts.stackFor({ family: 'Inter', weight: 600, italic: false }, text);
    this.#context.font = stack.css(TEXT_PX);
    this.#context.fontVariationSettings = stack.variation;
  }
}

/** Additions to a frame of a sheet. */
export interface FrameNotes {
  /** The line below it. */
  readonly caption?: string;
  /** Boxes drawn over it. */
  readonly outlines?: readonly LayerOutline[];
}
