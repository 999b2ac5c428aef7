import { Compositor, type CompositorStats } from '#libs/compositor';
import type { Warning } from '#libs/template';
import { sample, type Scene, type Timeline } from '#libs/timeline';
import type { FontLibrary } from './fonts/font-library.js';
import type { FootagePlayers } from './footage/footage-players.js';
import type { Images } from './images/images.js';
import { afterPainting } from './io.js';
import { type AssetFiles, DEFAULT_LIMITS, openResources } from './open-resources.js';
import { type PlacedLayer, placedLayers } from './placed-layers.js';
import { pageImage } from './page-image.js';
import { Painter } from './painter.js';
import { transitionImage } from './transition-image.js';
import { encodePng, encodeStill, type StillStyle } from './still.js';
import { fontWarnings } from './text-warnings.js';

/** Draws the frames of one video, in any order; equal frames are equal byte for byte whatever was drawn before. */
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
  /** The same frame as a picture of a style. */
  still(frame: number, style: StillStyle): Promise<Buffer>;
  /** Where the layers of a frame stand, and how their texts are broken. Nothing is painted. */
  layers(frame: number): PlacedLayer[];
  /** Warnings for the author: families that are not available, characters without a glyph. */
  readonly warnings: readonly Warning[];
  /** Counters since the renderer was opened. */
  readonly stats: Readonly<CompositorStats>;
  /** Releases images, decoders and memory. Nothing may be drawn afterwards. */
  close(): Promise<void>;
}

/**
 * Opens a renderer for a timeline. Images and footage are decoded when a frame shows them.
 *
 * @throws FrameError as {@link openResources} does
 */
export async function openFrameRenderer(
  timeline: Timeline,
  assets: AssetFiles,
  limits = DEFAULT_LIMITS,
): Promise<FrameRenderer> {
  const resources = await openResources(timeline, assets, limits);
  const painter = new Painter(resources);
  const compositor = await Compositor.open(timeline);
  const warnings = fontWarnings(timeline, resources.fonts);
  const { players, images, fonts } = resources;
  return new SceneRenderer({ timeline, compositor, painter, players, images, fonts, warnings });
}

interface Parts {
  readonly timeline: Timeline;
  readonly compositor: Compositor;
  readonly painter: Painter;
  readonly players: FootagePlayers;
  readonly images: Images;
  readonly fonts: FontLibrary;
  readonly warnings: readonly Warning[];
}

class SceneRenderer implements FrameRenderer {
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly Warning[];
  readonly #timeline: Timeline;
  readonly #painter: Painter;
  readonly #players: FootagePlayers;
  readonly #images: Images;
  readonly #fonts: FontLibrary;
  #compositor: Compositor | undefined;

  constructor({ timeline, compositor, painter, players, images, fonts, warnings }: Parts) {
    this.width = timeline.width;
    this.height = timeline.height;
    this.warnings = warnings;
    this.#timeline = timeline;
    this.#compositor = compositor;
    this.#painter = painter;
    this.#players = players;
    this.#images = images;
    this.#fonts = fonts;
  }

  get stats(): Readonly<CompositorStats> {
    return this.#open().stats;
  }

  async render(frame: number): Promise<Uint8Array> {
    this.#open();
    const scene = sample(this.#timeline, frame);
    const nodes = scene.pages.flatMap((page) => page.nodes);
    await this.#images.prepare(nodes);
    await this.#players.prepare(nodes);
    const pixels = this.#compose(scene, this.#open());
    await afterPainting();
    return pixels;
  }

  async png(frame: number): Promise<Buffer> {
    return encodePng(await this.render(frame), this.width, this.height);
  }

  async still(frame: number, style: StillStyle): Promise<Buffer> {
    return encodeStill(await this.render(frame), this, style);
  }

  layers(frame: number): PlacedLayer[] {
    return placedLayers(sample(this.#timeline, frame), this.#fonts);
  }

  async close(): Promise<void> {
    this.#compositor?.close();
    this.#compositor = undefined;
    this.#images.close();
    await this.#players.close();
    await afterPainting();
  }

  #open(): Compositor {
    if (!this.#compositor) throw new Error('the frame renderer is closed');
    return this.#compositor;
  }

  #compose(scene: Scene, compositor: Compositor): Uint8Array {
    const { canvas } = this.#timeline;
    const context = { frame: this, painter: this.#painter, players: this.#players, ...(canvas && { canvas }) };
    const [first, second] = scene.pages.map((page) => pageImage(page, context));
    if (!first) throw new Error('the scene shows no page');
    if (!second || !scene.transition) return compositor.compose(first);
    return compositor.composeTransition(transitionImage([first, second], scene.transition, this));
  }
}
