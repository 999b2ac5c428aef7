import { blurFrame } from './blur-frame.js';
import { clearArea, drawSprite } from './draw-sprite.js';
import type { Address, Kernel } from './kernel.js';
import { coverGrains, coverRect, type Grains } from './page-cut.js';
import { isOnGrid, offsets, type FrameSize, type Placement } from './placement.js';
import { frameAt, type FramePlanes, layerPlanesAt, type LayerPlanes } from './planes.js';
import { NOTHING, type Rect, subtract } from './rect.js';
import { type ScratchMemory } from './scratch-memory.js';

/** Transparent pixels around a page, so that its edges are smooth when it moves. Whole chroma cells. */
const BORDER = 4;

/** Pixels by which the lower page's edges extend beyond it, so that the background does not shine through between two pages. */
const BLEED = 2;

/** The effect of a transition on a page, in this order. */
export interface PageComposition {
  /** Edge of square blocks in pixels, even, counted from the page's middle. */
  readonly mosaic?: number;
  /** Standard deviation of a Gaussian, pixels. */
  readonly blur?: number;
  /** The visible part of the page, page pixels. */
  readonly cut?: Rect | Grains | CutPlanes;
  /** Page → frame pixels. */
  readonly at: Placement;
  /** 0..256 */
  readonly opacity: number;
}

/** A cut of any shape: the coverage of planes. */
export interface CutPlanes {
  readonly shape: LayerPlanes;
  /** Page pixels per pixel of the planes: 1, or more for soft edges. */
  readonly scale: number;
}

/** The size of the planes for a page of a size: with its border. */
export function pagePlanesSize({ width, height }: FrameSize): FrameSize {
  return { width: Math.ceil((width + 2 * BORDER) / 8) * 8, height: height + 2 * BORDER };
}

/** Whether a transition changes nothing but the opacity of a page. */
export function isUntouched({
  mosaic,
  blur,
  cut,
  at,
}: Omit<PageComposition, 'cut'> & { readonly cut?: unknown }): boolean {
  return mosaic === undefined && blur === undefined && !cut && isInPlace(at);
}

/** Whether a page fills the frame as it is. */
function isInPlace(at: Placement): boolean {
  return isOnGrid(at) && at.x === 0 && at.y === 0;
}

/** Draws a finished page into a frame, processed and placed by a transition. */
export class PageCompositor {
  readonly #picture: FramePlanes;
  readonly #planes: Omit<LayerPlanes, 'opaque'>;
  readonly #page: Rect;

  constructor(
    private readonly kernel: Kernel,
    private readonly scratch: ScratchMemory,
    size: FrameSize,
    memory: { picture: Address; planes: Address },
  ) {
    const { width, height } = pagePlanesSize(size);
    this.#picture = frameAt(memory.picture, size.width, size.height);
    this.#planes = layerPlanesAt(memory.planes, width, height);
    this.#page = { x: BORDER, y: BORDER, width: size.width, height: size.height };
  }

  /** Draws a page onto a frame. The lower page extends a little beyond its edges. */
  draw(target: FramePlanes, page: FramePlanes, composition: PageComposition, level: 'lower' | 'upper'): void {
    const { at, opacity, cut } = composition;
    if (!cut && isInPlace(at)) {
      this.#fade(target, this.#process(page, composition), opacity);
      return;
    }
    this.#load(this.#process(page, composition));
    if (cut) this.#cut(cut);
    const bleed = level === 'lower' && !cut ? BLEED : 0;
    if (bleed > 0) this.#bleed(bleed);
    const { x, y, width, height } = this.#page;
    const opaque = { x: x - bleed, y: y - bleed, width: width + 2 * bleed, height: height + 2 * bleed };
    const place = { ...at, x: at.x - BORDER * at.scaleX, y: at.y - BORDER * at.scaleY };
    const planes = { ...this.#planes, opaque: cut ? NOTHING : opaque };
    const area = { x: 0, y: 0, width, height };
    drawSprite(this.kernel, this.scratch, { frame: target, planes, at: place, opacity, area });
  }

  /** Draws a page that fills the frame. */
  #fade(target: FramePlanes, page: FramePlanes, opacity: number): void {
    for (const [plane, half] of PLANES) {
      const [width, height] = [page.width / half, page.height / half];
      const from = { source: page[plane], sourceStride: width, width, height };
      this.kernel.fade({ ...from, target: target[plane], targetStride: width, opacity });
    }
  }

  /** Applies mosaic and blur. */
  #process(page: FramePlanes, { mosaic, blur }: PageComposition): FramePlanes {
    if (mosaic !== undefined) this.#mosaic(page, mosaic);
    const source = mosaic === undefined ? page : this.#picture;
    if (blur === undefined) return source;
    blurFrame(this.kernel, this.scratch, { source, target: this.#picture, sigma: blur });
    return this.#picture;
  }

  #mosaic(page: FramePlanes, edge: number): void {
    const { width, height } = page;
    // Blocks consist of whole chroma cells, so the middle is rounded to the nearest cell.
    const [originX, originY] = [2 * Math.round(width / 4), 2 * Math.round(height / 4)];
    for (const [plane, half] of PLANES) {
      this.kernel.mosaic({
        ...{
          source: page[plane],
          sourceStride: width / half,
          target: this.#picture[plane],
          targetStride: width / half,
        },
        ...{ width: width / half, height: height / half, block: edge / half },
        ...{ originX: originX / half, originY: originY / half },
      });
    }
  }

  /** Copies a page into the planes, opaque inside a transparent border. */
  #load(picture: FramePlanes): void {
    const { kernel } = this;
    const planes = this.#planes;
    const page = this.#page;
    const at = offsets(planes.width, page.x, page.y);
    for (const border of subtract({ ...NOTHING, width: planes.width, height: planes.height }, page)) {
      clearArea(kernel, planes, border);
    }
    for (const [plane, half] of PLANES) {
      kernel.copyRect({
        ...{ source: picture[plane], sourceStride: page.width / half },
        ...{ target: planes[plane] + (half === 1 ? at.luma : at.chroma), targetStride: planes.width / half },
        ...{ width: page.width / half, height: page.height / half },
      });
    }
    this.#fillCover(page);
  }

  #fillCover({ x, y, width, height }: Rect): void {
    const planes = this.#planes;
    const at = offsets(planes.width, x, y);
    const luma = { target: planes.a + at.luma, targetStride: planes.width, width, height };
    const chroma = { targetStride: planes.width / 2, width: width / 2, height: height / 2 };
    this.kernel.fillRect({ ...luma, value: 255 });
    this.kernel.fillRect({ ...chroma, target: planes.c + at.chroma, value: 255 });
  }

  #cut(cut: Rect | Grains | CutPlanes): void {
    const { kernel } = this;
    const planes = this.#planes;
    const page = this.#page;
    if ('edge' in cut) coverGrains(kernel, { planes, page }, cut);
    else if ('shape' in cut) this.#coverShape(cut);
    else coverRect(kernel, { planes, page }, cut);
    const at = offsets(planes.width, page.x, page.y);
    for (const [plane, half] of PLANES) {
      const offset = half === 1 ? at.luma : at.chroma;
      kernel.scale({
        ...{ target: planes[plane] + offset, targetStride: planes.width / half },
        ...{ mask: (half === 1 ? planes.a : planes.c) + offset, maskStride: planes.width / half },
        ...{ width: page.width / half, height: page.height / half },
      });
    }
  }

  #coverShape({ shape, scale }: CutPlanes): void {
    const planes = this.#planes;
    const { x, y, width, height } = this.#page;
    const at = offsets(planes.width, x, y);
    if (scale !== 1) {
      this.#enlargeCover(shape, { target: planes.a + at.luma, scale, half: 1 });
      this.#enlargeCover(shape, { target: planes.c + at.chroma, scale, half: 2 });
      return;
    }
    this.kernel.copyRect({
      ...{ source: shape.a, sourceStride: shape.width, target: planes.a + at.luma, targetStride: planes.width },
      ...{ width, height },
    });
    this.kernel.copyRect({
      ...{ source: shape.c, sourceStride: shape.width / 2 },
      ...{ target: planes.c + at.chroma, targetStride: planes.width / 2, width: width / 2, height: height / 2 },
    });
  }

  /** Enlarges the coverage of a shape to the page's full-size or half-size plane. */
  #enlargeCover(
    { a: source, width: sourceStride, height: sourceHeight }: LayerPlanes,
    { target, scale, half }: { target: Address; scale: number; half: 1 | 2 },
  ): void {
    const { lumaTable: table, rows } = this.scratch;
    const step = half / scale;
    const [width, height] = [this.#page.width / half, this.#page.height / half];
    this.kernel.buildTable({ table, firstX: 0, count: width, origin: 0, step, sourceWidth: sourceStride });
    this.kernel.resample({
      ...{ target, targetStride: this.#planes.width / half, width, height },
      ...{ source, sourceStride, sourceHeight, firstY: 0, originY: 0, stepY: step, table, rows },
    });
  }

  /** Extends the page's edge pixels outwards. */
  #bleed(by: number): void {
    const { memory } = this.kernel;
    const planes = this.#planes;
    const page = this.#page;
    for (const [plane, half] of PLANES) {
      const [reach, stride] = [by / half, planes.width / half];
      const [width, height] = [page.width / half, page.height / half];
      const first = planes[plane] + (page.y / half) * stride + page.x / half;
      for (let y = 0; y < height; y++) {
        const row = first + y * stride;
        memory.fill(memory[row]!, row - reach, row);
        memory.fill(memory[row + width - 1]!, row + width, row + width + reach);
      }
      const last = first + (height - 1) * stride;
      for (let y = 1; y <= reach; y++) {
        memory.copyWithin(first - y * stride - reach, first - reach, first + width + reach);
        memory.copyWithin(last + y * stride - reach, last - reach, last + width + reach);
      }
    }
    const { x, y, width, height } = page;
    this.#fillCover({ x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by });
  }
}

const PLANES = [
  ['y', 1],
  ['u', 2],
  ['v', 2],
] as const;
