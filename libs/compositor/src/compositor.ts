import { toYuv, type Rgb } from './color.js';
import { mergeDamage } from './damage.js';
import { blurredPart } from './blurred-group.js';
import { blurPlanes, mostFiltered } from './filter-planes.js';
import { clearArea, drawSprite, fillArea, gradeArea } from './draw-sprite.js';
import { type Kernel, MIX_MODES } from './kernel.js';
import { FRAMES_KEPT, layOutMemory, type MemoryLayout } from './memory-layout.js';
import { type CutPlanes, isUntouched, PageCompositor, type PageComposition } from './page-compositor.js';
import { opaqueInside, type PlacedPlanes } from './placement.js';
import { frameAt, frameBytes, type FramePlanes, surfaceAt, type SurfacePlanes } from './planes.js';
import { Rasters } from './rasters.js';
import { contains, intersect, isEmpty, NOTHING, type Rect } from './rect.js';
import { scratchAt, type ScratchMemory } from './scratch-memory.js';
import { areaOf, changedAreas, type SpriteState, statesOf } from './sprite-changes.js';
import { releaseKernel, acquireKernel } from './kernel-pool.js';
import { type GroupBlur, movedBy, opacitySteps, type Raster, type Sprite, type SpriteGroup } from './sprite.js';

/** One page of a frame: a flat background and the sprites on it, in paint order, keys unique. */
export interface PageImage {
  readonly key: string;
  readonly background: Rgb;
  readonly sprites: readonly (Sprite | SpriteGroup)[];
}

/** One of the two pages of a transition, and what the transition does to it. */
export interface ComposedPage extends Omit<PageComposition, 'opacity' | 'cut'> {
  readonly page: PageImage;
  /** 0..1; at 0 the page is not drawn. */
  readonly opacity: number;
  /** The visible part of the page, page pixels: a rectangle, grains, or the coverage of a raster. */
  readonly cut?: Exclude<PageComposition['cut'], { shape: unknown } | undefined> | CutRaster;
}

/** A raster that covers a page at least, enlarged by its scale. */
export interface CutRaster extends Raster, Pick<CutPlanes, 'scale'> {}

/** Two pages over a flat color. */
export interface TransitionImage {
  readonly backdrop: Rgb;
  readonly lower: ComposedPage;
  readonly upper: ComposedPage;
}

/** Counters since the compositor was opened. */
export interface CompositorStats {
  readonly frames: number;
  /** Frames equal to the frame before. */
  readonly unchangedFrames: number;
  /** Pixels drawn again, summed over frames; pages of a transition count each. */
  readonly damagedPixels: number;
  readonly rastersPainted: number;
}

/** Default budget for layer planes, bytes: thirty full 1080p layers. */
export const DEFAULT_PLANE_BYTES = 192 * 2 ** 20;

/** A page as last drawn, and the sprites that it shows. */
interface Surface {
  planes: FramePlanes;
  page?: string;
  background?: string;
  shown: Map<string, SpriteState>;
  usedAt: number;
}

/**
 * Composites pages of sprites into I420 frames, drawing again only what changed since the page's last frame.
 *
 * A frame's bytes depend on its pages alone, never on the frames before. All memory is reserved up front and does not grow.
 */
export class Compositor {
  readonly #counts = { frames: 0, unchangedFrames: 0, damagedPixels: 0 };
  readonly #kernel: Kernel;
  readonly #rasters: Rasters;
  readonly #scratch: ScratchMemory;
  readonly #pageCompositor: PageCompositor;
  readonly #surfaces: readonly [Surface, Surface];
  /** Planes in which the parts of a group are composited. Blurred groups and pages of a transition use their memory as well. */
  readonly #group: SurfacePlanes;
  readonly #frames: readonly FramePlanes[];
  /** Returned frames that must not change yet, the newest last. */
  readonly #kept: FramePlanes[] = [];
  readonly #frame: Rect;
  #clock = 0;

  private constructor(kernel: Kernel, layout: MemoryLayout, size: { width: number; height: number }) {
    this.#kernel = kernel;
    this.#frame = { x: 0, y: 0, ...size };
    const scratched = mostFiltered(size);
    this.#scratch = scratchAt(layout.scratch, scratched.width, scratched.height);
    this.#pageCompositor = new PageCompositor(kernel, this.#scratch, size, layout.page);
    this.#group = surfaceAt(layout.page.planes, size.width, size.height);
    this.#frames = layout.frames.map((at) => frameAt(at, size.width, size.height));
    const blank = (planes: FramePlanes): Surface => ({ planes, shown: new Map(), usedAt: 0 });
    this.#surfaces = [blank(this.#frames[0]!), blank(this.#frames[1]!)];
    this.#rasters = new Rasters(kernel, layout, this.#scratch);
  }

  /**
   * Opens a compositor for frames of width × height px (both even, ≥ 16).
   *
   * @param options.planeBytes budget for layer planes; a layer needs 2.75 bytes per pixel
   * @param options.openKernel opens another kernel than the WebAssembly one, for tests
   * @throws RangeError when the memory cannot be reserved
   */
  static async open(
    size: { width: number; height: number },
    options: { planeBytes?: number; openKernel?: (bytes: number) => Promise<Kernel> } = {},
  ): Promise<Compositor> {
    const layout = layOutMemory(size, options.planeBytes ?? DEFAULT_PLANE_BYTES);
    const kernel = await (options.openKernel ?? acquireKernel)(layout.end);
    return new Compositor(kernel, layout, size);
  }

  /** Bytes that a compositor for frames of a size reserves. */
  static bytesFor(size: { width: number; height: number }): number {
    return layOutMemory(size, DEFAULT_PLANE_BYTES).end;
  }

  get stats(): CompositorStats {
    return { ...this.#counts, rastersPainted: this.#rasters.painted };
  }

  /** Draws one page as a frame: I420, BT.709 limited range. The returned bytes stay unchanged during the next FRAMES_KEPT frames. */
  compose(page: PageImage): Uint8Array {
    return this.#handOut(this.#draw(page));
  }

  /** Draws two pages and fades from the first (progress 0) to the second (1). */
  crossFade(from: PageImage, to: PageImage, progress: number): Uint8Array {
    const [a, b] = [this.#draw(from), this.#draw(to)];
    const target = this.#freeFrame();
    const count = Math.ceil(frameBytes(this.#frame.width, this.#frame.height) / 16) * 16;
    this.#kernel.lerp({ from: a.y, to: b.y, count, progress: Math.round(progress * 256), target: target.y });
    return this.#handOut(target);
  }

  /** Draws two pages in a transition. A plain cross-fade mixes them in one pass. */
  composeTransition({ backdrop, lower, upper }: TransitionImage): Uint8Array {
    const isCrossFade = isUntouched(lower) && isUntouched(upper) && opacitySteps(lower) === 256;
    if (isCrossFade) return this.crossFade(lower.page, upper.page, upper.opacity);
    const [below, above] = [lower, upper].map((staged) => opacitySteps(staged) > 0 && this.#draw(staged.page));
    const target = this.#freeFrame();
    fillArea(this.#kernel, target, this.#frame, toYuv(backdrop));
    if (below) this.#drawStaged(target, below, lower, 'lower');
    if (above) this.#drawStaged(target, above, upper, 'upper');
    return this.#handOut(target);
  }

  /** Returns the kernel to the pool. Neither this compositor nor its frames may be used afterwards. */
  close(): void {
    releaseKernel(this.#kernel);
  }

  /** Forgets the state of the pages: the next frame is drawn in full. */
  invalidate(): void {
    for (const surface of this.#surfaces) delete surface.page;
  }

  #drawStaged(target: FramePlanes, page: FramePlanes, staged: ComposedPage, level: 'lower' | 'upper'): void {
    const opacity = opacitySteps(staged);
    if (isUntouched(staged) && opacity === 256) {
      this.#copy(page, target);
      return;
    }
    const { cut: given, ...rest } = staged;
    const cut = given && 'paint' in given ? { shape: this.#rasters.planesOf(given), scale: given.scale } : given;
    this.#pageCompositor.draw(target, page, { ...rest, opacity, ...(cut && { cut }) }, level);
  }

  #copy(source: FramePlanes, target: FramePlanes): void {
    const count = frameBytes(this.#frame.width, this.#frame.height);
    this.#kernel.copyRect({
      ...{ target: target.y, targetStride: count, source: source.y, sourceStride: count },
      ...{ width: count, height: 1 },
    });
  }

  /** A frame that is neither a page's surface nor protected from changes. */
  #freeFrame(): FramePlanes {
    const taken = [...this.#kept, ...this.#surfaces.map(({ planes }) => planes)];
    return this.#frames.find((frame) => !taken.includes(frame))!;
  }

  #handOut(frame: FramePlanes): Uint8Array {
    this.#counts.frames++;
    this.#kept.push(frame);
    if (this.#kept.length > FRAMES_KEPT) this.#kept.shift();
    this.#rasters.endFrame();
    return this.#kernel.memory.subarray(frame.y, frame.y + frameBytes(frame.width, frame.height));
  }

  #draw(page: PageImage): FramePlanes {
    const surface = this.#surfaceOf(page.key);
    const background = JSON.stringify(page.background);
    const shown = statesOf(page.sprites);
    const isSamePage = surface.page === page.key && surface.background === background;
    const areas = isSamePage ? mergeDamage(changedAreas(surface.shown, shown), this.#frame) : [this.#frame];
    if (areas.length === 0) this.#counts.unchangedFrames++;
    else this.#makeWritable(surface, areas);
    // A painter may throw: until every area is drawn the surface counts as showing no page.
    delete surface.page;
    for (const area of areas) this.#drawArea(surface.planes, page, area);
    Object.assign(surface, { page: page.key, background, shown });
    return surface.planes;
  }

  /** Copies a page to another frame if its frame was returned to the caller. A fully damaged page is not copied. */
  #makeWritable(surface: Surface, areas: readonly Rect[]): void {
    if (!this.#kept.includes(surface.planes)) return;
    const frame = this.#freeFrame();
    if (!areas.some((area) => contains(area, this.#frame))) this.#copy(surface.planes, frame);
    surface.planes = frame;
  }

  #drawArea(frame: FramePlanes, page: PageImage, area: Rect): void {
    this.#counts.damagedPixels += area.width * area.height;
    const ground = page.sprites.findLastIndex((sprite) => this.#hides(sprite, area));
    if (ground < 0) fillArea(this.#kernel, frame, area, toYuv(page.background));
    for (const sprite of page.sprites.slice(Math.max(ground, 0))) this.#drawSprite(frame, sprite, area);
  }

  #drawSprite(frame: FramePlanes | SurfacePlanes, sprite: Sprite | SpriteGroup, within: Rect): void {
    const opacity = opacitySteps(sprite);
    const area = intersect(areaOf(sprite), within);
    if (opacity === 0 || isEmpty(area)) return;
    const mode = sprite.mode && MIX_MODES.indexOf(sprite.mode) + 1;
    const placed = 'parts' in sprite ? this.#compositeParts(sprite, area) : this.#placed(sprite);
    drawSprite(this.#kernel, this.#scratch, { ...placed, frame, opacity, area, mode });
  }

  #placed(sprite: Sprite): PlacedPlanes & { mask: PlacedPlanes | undefined } {
    return { ...this.#rasters.ofSprite(sprite), at: sprite.at };
  }

  /** Composites the parts of a group, as far as an area of the frame shows them. */
  #compositeParts(group: SpriteGroup, area: Rect): PlacedPlanes & { mask: PlacedPlanes | undefined } {
    const { blur, mask } = group;
    const whole = blur ? this.#blurParts({ ...group, blur }) : this.#blendParts(this.#group, group, area);
    return { ...whole, mask: mask && { planes: this.#rasters.maskOf(mask), at: mask.at } };
  }

  /** Composites parts within an area on a surface. */
  #blendParts(surface: SurfacePlanes, { parts, filter }: SpriteGroup, area: Rect): PlacedPlanes {
    clearArea(this.#kernel, surface, area);
    for (const part of parts) this.#drawSprite(surface, part, area);
    if (filter) gradeArea(this.#kernel, surface, area, filter);
    return { planes: { ...surface, opaque: NOTHING }, at: { x: 0, y: 0, scaleX: 1, scaleY: 1 } };
  }

  /** Composites all parts of a group, in memory of its own size, and blurs them. */
  #blurParts({ filter, ...group }: SpriteGroup & { blur: GroupBlur }): PlacedPlanes {
    const part = blurredPart(group, this.#frame);
    if (!part) throw new RangeError('a blurred group exceeds the memory');
    const { x, y, width, height } = part;
    const surface = surfaceAt(this.#group.y, width, height);
    const whole = { ...NOTHING, width, height };
    const parts = group.parts.map((sprite) => movedBy(sprite, -x, -y));
    this.#blendParts(surface, { ...group, parts }, whole);
    const { sigma, box } = group.blur;
    blurPlanes(this.#kernel, this.#scratch, surface, { sigma, spreads: !box });
    if (filter) gradeArea(this.#kernel, surface, whole, filter);
    return { planes: { ...surface, opaque: NOTHING }, at: { x, y, scaleX: 1, scaleY: 1 } };
  }

  /** Whether a sprite hides everything below it in an area. */
  #hides(sprite: Sprite | SpriteGroup, area: Rect): boolean {
    if ('parts' in sprite || sprite.mask || sprite.mode || opacitySteps(sprite) < 256) return false;
    if (!contains(areaOf(sprite), area)) return false;
    return contains(opaqueInside(this.#frame, { planes: this.#rasters.planesOf(sprite), at: sprite.at }), area);
  }

  /** The surface that shows this page, otherwise the least recently used one. */
  #surfaceOf(page: string): Surface {
    const [first, second] = this.#surfaces;
    const older = first.usedAt <= second.usedAt ? first : second;
    const surface = this.#surfaces.find((candidate) => candidate.page === page) ?? older;
    surface.usedAt = ++this.#clock;
    return surface;
  }
}
