import { toYuv, type Rgb } from './colour.js';
import { mergeDamage } from './damage.js';
import { coverage, drawSprite, fillArea } from './draw-sprite.js';
import { type Address, type Kernel, KERNEL_RESERVED_BYTES } from './kernel.js';
import { findSoftPixels, loadPicture, type MovingPicture, type SoftPixels } from './moving-picture.js';
import { PlaneStore } from './plane-store.js';
import {
  findOpaque,
  frameAt,
  frameBytes,
  type FramePlanes,
  layerAt,
  type LayerPlanes,
  loadPixels,
  SLACK_BYTES,
  STAGING_BYTES,
} from './planes.js';
import type { Rect } from './rect.js';
import { scratchAt, scratchBytes, type Scratch } from './scratch.js';
import { changes, describe, type Shown } from './shown.js';
import { opacitySteps, type Sprite } from './sprite.js';
import { openWasmKernel } from './wasm-kernel.js';

/** One page of a frame: a flat background and the sprites on it, in paint order, keys unique. */
export interface PageImage {
  readonly key: string;
  readonly background: Rgb;
  readonly sprites: readonly Sprite[];
}

/** What the compositor did so far. */
export interface CompositorStats {
  frames: number;
  /** Frames that showed exactly what the frame before showed. */
  unchangedFrames: number;
  /** Pixels drawn again, summed over frames; pages of a transition count each. */
  damagedPixels: number;
  rastersPainted: number;
}

/** Frames handed out stay as they are until this many more have been composed. */
export const FRAMES_KEPT = 3;

/** Bytes for layer planes unless said otherwise: thirty full 1080p layers. */
export const DEFAULT_PLANE_BYTES = 192 * 2 ** 20;

/** A page's picture as last drawn, and what it shows. */
interface Surface {
  readonly planes: FramePlanes;
  page?: string;
  background?: string;
  shown: Map<string, Shown>;
  usedAt: number;
}

/**
 * Composites pages of sprites into I420 frames, drawing again only what changed since the page's last frame.
 *
 * A frame's bytes depend on its pages alone, never on the frames before. All memory is reserved up front and does not grow.
 */
export class Compositor {
  readonly stats: CompositorStats = { frames: 0, unchangedFrames: 0, damagedPixels: 0, rastersPainted: 0 };
  readonly #kernel: Kernel;
  readonly #store: PlaneStore;
  /** What the planes of clips show. */
  readonly #pictures = new WeakMap<LayerPlanes, { id: string; soft: SoftPixels }>();
  readonly #scratch: Scratch;
  readonly #staging: Address;
  readonly #surfaces: readonly [Surface, Surface];
  readonly #ring: readonly Address[];
  readonly #frame: Rect;
  #clock = 0;

  private constructor(kernel: Kernel, layout: Layout, size: { width: number; height: number }) {
    this.#kernel = kernel;
    this.#frame = { x: 0, y: 0, ...size };
    this.#staging = layout.staging;
    this.#scratch = scratchAt(layout.scratch, size.width, size.height);
    const surface = (at: Address): Surface => ({
      planes: frameAt(at, size.width, size.height),
      shown: new Map(),
      usedAt: 0,
    });
    this.#surfaces = [surface(layout.surfaces[0]), surface(layout.surfaces[1])];
    this.#ring = layout.ring;
    this.#store = new PlaneStore(layout.planes, layout.planeBytes);
  }

  /**
   * Opens a compositor for frames of width × height px (both even, ≥ 16).
   *
   * planeBytes: budget for layer planes; one layer needs 2.75 bytes a pixel. openKernel: which kernel to run on.
   */
  static async open(
    size: { width: number; height: number },
    options: { planeBytes?: number; openKernel?: (bytes: number) => Promise<Kernel> } = {},
  ): Promise<Compositor> {
    const layout = layOut(size, options.planeBytes ?? DEFAULT_PLANE_BYTES);
    const kernel = await (options.openKernel ?? openWasmKernel)(layout.end);
    return new Compositor(kernel, layout, size);
  }

  /** Draws one page as a frame: I420, BT.709 limited range. The view holds for the next FRAMES_KEPT frames. */
  compose(page: PageImage): Uint8Array {
    const surface = this.#draw(page);
    return this.#emit((target, count) => {
      this.#kernel.copyRect({
        target,
        targetStride: count,
        source: surface.planes.y,
        sourceStride: count,
        width: count,
        height: 1,
      });
    });
  }

  /** Draws two pages and fades from the first (progress 0) to the second (1). */
  crossFade(from: PageImage, to: PageImage, progress: number): Uint8Array {
    const [a, b] = [this.#draw(from), this.#draw(to)];
    return this.#emit((target, count) => {
      this.#kernel.lerp({
        target,
        from: a.planes.y,
        to: b.planes.y,
        count: Math.ceil(count / 16) * 16,
        progress: Math.round(progress * 256),
      });
    });
  }

  /** Forgets what the pages show: the next frame is drawn in full. */
  invalidate(): void {
    for (const surface of this.#surfaces) delete surface.page;
  }

  #emit(write: (target: Address, count: number) => void): Uint8Array {
    const target = this.#ring[this.stats.frames++ % this.#ring.length]!;
    const count = frameBytes(this.#frame.width, this.#frame.height);
    write(target, count);
    this.#store.endFrame();
    return this.#kernel.memory.subarray(target, target + count);
  }

  #draw(page: PageImage): Surface {
    const surface = this.#surfaceOf(page.key);
    const background = JSON.stringify(page.background);
    const shown = new Map(page.sprites.map((sprite) => [sprite.key, describe(sprite)]));
    const isSamePage = surface.page === page.key && surface.background === background;
    const areas = isSamePage ? mergeDamage(changes(surface.shown, shown), this.#frame) : [this.#frame];
    if (areas.length === 0) this.stats.unchangedFrames++;
    // Until every area is drawn the surface shows neither page: a painter that throws must not leave a half-drawn one.
    delete surface.page;
    for (const area of areas) this.#drawArea(surface.planes, page, area);
    Object.assign(surface, { page: page.key, background, shown });
    return surface;
  }

  #drawArea(frame: FramePlanes, page: PageImage, area: Rect): void {
    this.stats.damagedPixels += area.width * area.height;
    fillArea(this.#kernel, frame, area, toYuv(page.background));
    for (const sprite of page.sprites) {
      const opacity = opacitySteps(sprite);
      if (opacity === 0 || !touches(sprite, area)) continue;
      drawSprite(this.#kernel, this.#scratch, { frame, planes: this.#planesOf(sprite), at: sprite.at, opacity, area });
    }
  }

  #planesOf(sprite: Sprite): LayerPlanes {
    const planes =
      this.#store.get(sprite.raster) ??
      this.#store.add(sprite.raster, sprite, (address) => {
        this.stats.rastersPainted++;
        const fresh = layerAt(address, sprite.width, sprite.height);
        loadPixels(this.#kernel, this.#staging, fresh, { rgba: sprite.paint(), dither: sprite.dither });
        return { ...fresh, opaque: findOpaque(this.#kernel, fresh) };
      });
    if (sprite.picture) this.#showPicture(planes, sprite.picture);
    return planes;
  }

  #showPicture(planes: LayerPlanes, picture: MovingPicture): void {
    const shown = this.#pictures.get(planes);
    if (shown?.id === picture.id) return;
    const soft = shown?.soft ?? findSoftPixels(this.#kernel, planes, picture.area);
    loadPicture(this.#kernel, planes, picture, soft);
    this.#pictures.set(planes, { id: picture.id, soft });
  }

  /** The surface that shows this page already, else the one used longest ago. */
  #surfaceOf(page: string): Surface {
    const [first, second] = this.#surfaces;
    const older = first.usedAt <= second.usedAt ? first : second;
    const surface = this.#surfaces.find((candidate) => candidate.page === page) ?? older;
    surface.usedAt = ++this.#clock;
    return surface;
  }
}

function touches(sprite: Sprite, area: Rect): boolean {
  const covered = coverage(sprite, sprite.at);
  return (
    covered.x < area.x + area.width &&
    area.x < covered.x + covered.width &&
    covered.y < area.y + area.height &&
    area.y < covered.y + covered.height
  );
}

interface Layout {
  readonly surfaces: readonly [Address, Address];
  readonly ring: readonly Address[];
  readonly scratch: Address;
  readonly staging: Address;
  readonly planes: Address;
  readonly planeBytes: number;
  readonly end: Address;
}

/** Where everything lies in the kernel's memory. */
function layOut({ width, height }: { width: number; height: number }, planeBytes: number): Layout {
  let top = KERNEL_RESERVED_BYTES;
  const take = (bytes: number): Address => {
    const address = top;
    top += Math.ceil((bytes + SLACK_BYTES) / 64) * 64;
    return address;
  };
  const frame = frameBytes(width, height);
  return {
    surfaces: [take(frame), take(frame)],
    ring: Array.from({ length: FRAMES_KEPT + 1 }, () => take(frame)),
    scratch: take(scratchBytes(width, height)),
    staging: take(STAGING_BYTES),
    planes: take(planeBytes),
    planeBytes,
    get end() {
      return top;
    },
  };
}
