import { Compositor, type CompositorStats } from '#libs/compositor';
import type { Warning } from '#libs/template';
import { groupsAt, sample, type Scene, type Timeline } from '#libs/timeline';
import { afterPainting } from './io.js';
import { type AssetFiles, DEFAULT_LIMITS, type OpenResources, openResources } from './open-resources.js';
import { type LayerPlace, placedLayers } from './placed-layers.js';
import { pageImage } from './page-image.js';
import { type Drawings, newDrawings, Painter } from './painter.js';
import type { VideoFiles, RendererCache } from './renderer-cache.js';
import { transitionImage } from './transition-image.js';
import { encodePng } from './stills/frame-canvas.js';
import { fontWarnings } from './inspect/font-warnings.js';

/** Draws the frames of one video, in any order; equal frames are equal byte for byte whatever was drawn before, kept work included. */
export interface FrameRenderer {
  readonly width: number;
  readonly height: number;
  /**
   * A frame in I420, BT.709 limited range. The bytes stay unchanged during the next three calls of render or png.
   *
   * @throws FrameError ASSET_UNSUPPORTED, or ASSET_TOO_LARGE if the images of the frame exceed the limits
   */
  render(frame: number): Promise<Uint8Array>;
  /** The same frame as a PNG file. */
  png(frame: number): Promise<Buffer>;
  /** Places of the layers of a frame, and the lines of their texts. Nothing is painted. */
  layers(frame: number): LayerPlace[];
  /** The timeline as it is drawn: its boxes are laid out. */
  readonly timeline: Timeline;
  /** Warnings for the author: families that are not available, characters without a glyph. */
  readonly warnings: readonly Warning[];
  /** Counters of its compositor, with those of earlier videos if it was kept. */
  readonly stats: Readonly<CompositorStats>;
  /** Releases images and decoders, and memory that is not kept. Nothing may be drawn afterwards. */
  close(): Promise<void>;
}

/** Cache from which a renderer takes earlier paintings, and to which it leaves its own. */
export interface RendererKeeping {
  readonly cache: RendererCache;
  /** The files of the timeline. */
  readonly files: VideoFiles;
}

/**
 * Opens a renderer for a timeline. Images and footage are decoded when a frame shows them.
 *
 * @param keeping absent: everything is released when the renderer is closed
 * @throws FrameError as {@link openResources} does
 */
export async function openFrameRenderer(
  timeline: Timeline,
  assets: AssetFiles,
  limits = DEFAULT_LIMITS,
  keeping?: RendererKeeping,
): Promise<FrameRenderer> {
  const kept = keeping?.cache.take(timeline, keeping.files);
  try {
    const resources = await openResources(timeline, assets, { limits, kept });
    const drawings = kept?.drawings ?? newDrawings();
    const compositor = kept?.compositor ?? (await Compositor.open(timeline));
    return new SceneRenderer({ compositor, drawings, resources }, keeping);
  } catch (error) {
    if (kept) keeping?.cache.keep(timeline, keeping.files, kept);
    throw error;
  }
}

interface Parts {
  readonly compositor: Compositor;
  readonly drawings: Drawings;
  readonly resources: OpenResources;
}

class SceneRenderer implements FrameRenderer {
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Warning[];
  readonly timeline: Timeline;
  readonly #drawings: Drawings;
  readonly #painter: Painter;
  readonly #resources: OpenResources;
  #compositor: Compositor | undefined;
  /** A frame could not be drawn: the renderer's paintings are not kept. */
  #hasFailed = false;

  constructor(
    { compositor, drawings, resources }: Parts,
    private readonly keeping: RendererKeeping | undefined,
  ) {
    const { timeline } = resources;
    this.width = timeline.width;
    this.height = timeline.height;
    this.warnings = fontWarnings(timeline, resources.fonts);
    this.timeline = timeline;
    this.#compositor = compositor;
    this.#drawings = drawings;
    this.#painter = new Painter(resources, drawings);
    this.#resources = resources;
  }

  get stats(): Readonly<CompositorStats> {
    return this.#open().stats;
  }

  async render(frame: number): Promise<Uint8Array> {
    const compositor = this.#open();
    try {
      const scene = sample(this.timeline, frame);
      const nodes = scene.pages.flatMap((page) => page.nodes);
      await this.#resources.images.prepare(nodes);
      await this.#resources.players.prepare(nodes);
      const pixels = this.#compose(scene, compositor);
      await afterPainting();
      return pixels;
    } catch (error) {
      this.#hasFailed = true;
      throw error;
    }
  }

  async png(frame: number): Promise<Buffer> {
    return encodePng(await this.render(frame), this.width, this.height);
  }

  layers(frame: number): LayerPlace[] {
    return placedLayers(sample(this.timeline, frame), groupsAt(this.timeline, frame), this.#resources.fonts);
  }

  async close(): Promise<void> {
    const compositor = this.#compositor;
    this.#compositor = undefined;
    const { images, players } = this.#resources;
    images.close();
    await players.close();
    if (compositor) this.#leave(compositor);
    await afterPainting();
  }

  #leave(compositor: Compositor): void {
    if (!this.keeping || this.#hasFailed) {
      compositor.close();
      return;
    }
    const { cache, files } = this.keeping;
    const { fonts, images } = this.#resources;
    cache.keep(this.timeline, files, { fonts, images, drawings: this.#drawings, compositor });
  }

  #open(): Compositor {
    if (!this.#compositor) throw new Error('the frame renderer is closed');
    return this.#compositor;
  }

  #compose(scene: Scene, compositor: Compositor): Uint8Array {
    const { canvas } = this.timeline;
    const context = {
      frame: this,
      painter: this.#painter,
      players: this.#resources.players,
      ...(canvas && { canvas }),
    };
    const [first, second] = scene.pages.map((page) => pageImage(page, context));
    if (!first) throw new Error('the scene shows no page');
    if (!second || !scene.transition) return compositor.compose(first);
    return compositor.composeTransition(transitionImage([first, second], scene.transition, this));
  }
}
