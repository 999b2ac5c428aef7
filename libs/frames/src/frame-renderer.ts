import { Compositor, type CompositorStats, type PageImage, type Sprite } from '#libs/compositor';
import { sample, type Scene, type SceneNode, type ScenePage, type Timeline } from '#libs/timeline';
import type { ClipPlayers } from './clips/clip-players.js';
import { clipSprite } from './clips/clip-sprite.js';
import { type AssetFiles, openClips, openFonts, openImages } from './materials.js';
import { over, parseColour } from './paint/css-colour.js';
import { paintStyle, plainColour } from './paint/paint.js';
import { Painter, rasterize } from './painter.js';
import { planRaster } from './raster-plan.js';
import { encodeJpeg, encodePng } from './still.js';
import { fontWarnings } from './text-warnings.js';

/** Draws the frames of one video, in any order; equal frames are equal byte for byte whatever was drawn before. */
export interface FrameRenderer {
  readonly width: number;
  readonly height: number;
  /** A frame in I420, BT.709 limited range. The view holds during the next three calls of render, png or jpeg. */
  render(frame: number): Promise<Uint8Array>;
  /** The same frame as a PNG file. */
  png(frame: number): Promise<Buffer>;
  /** The same frame as a JPEG file, good enough to stand for the video. */
  jpeg(frame: number): Promise<Buffer>;
  /** What the author should know: families that nobody provides, characters that no font has. */
  readonly warnings: readonly string[];
  /** What it cost so far. */
  readonly stats: Readonly<CompositorStats>;
  /** Lets go of pictures and memory; nothing may be drawn afterwards. */
  close(): Promise<void>;
}

/**
 * Loads what a timeline shows and opens a renderer for it.
 *
 * Throws FrameError with the path of the culprit: ASSET_UNSUPPORTED or ASSET_TOO_LARGE for images, FONT_FAILED for fonts.
 */
export async function openFrameRenderer(timeline: Timeline, assets: AssetFiles): Promise<FrameRenderer> {
  const fonts = openFonts(timeline, assets);
  const images = await openImages(timeline, assets);
  const clips = openClips(timeline, assets);
  const painter = new Painter({ fonts, image: (url) => images.get(url)!, clip: (node) => clips.shown(node) });
  const compositor = await Compositor.open(timeline);
  return new SceneRenderer({ timeline, compositor, painter, clips, warnings: fontWarnings(timeline, fonts) });
}

interface Parts {
  readonly timeline: Timeline;
  readonly compositor: Compositor;
  readonly painter: Painter;
  readonly clips: ClipPlayers;
  readonly warnings: readonly string[];
}

class SceneRenderer implements FrameRenderer {
  readonly width: number;
  readonly height: number;
  readonly warnings: readonly string[];
  readonly #timeline: Timeline;
  readonly #painter: Painter;
  readonly #clips: ClipPlayers;
  #compositor: Compositor | undefined;

  constructor({ timeline, compositor, painter, clips, warnings }: Parts) {
    this.width = timeline.width;
    this.height = timeline.height;
    this.warnings = warnings;
    this.#timeline = timeline;
    this.#compositor = compositor;
    this.#painter = painter;
    this.#clips = clips;
  }

  get stats(): Readonly<CompositorStats> {
    return this.#open().stats;
  }

  async render(frame: number): Promise<Uint8Array> {
    const compositor = this.#open();
    const scene = sample(this.#timeline, frame);
    await this.#clips.prepare(scene.pages.flatMap(({ nodes }) => nodes));
    const pixels = this.#compose(scene, compositor);
    // Skia's pixel buffers are freed by finalizers, which run between macrotasks only: without this yield a render
    // would hold every raster it ever painted.
    await new Promise(setImmediate);
    return pixels;
  }

  async png(frame: number): Promise<Buffer> {
    return encodePng(await this.render(frame), this.width, this.height);
  }

  async jpeg(frame: number): Promise<Buffer> {
    return encodeJpeg(await this.render(frame), this.width, this.height);
  }

  async close(): Promise<void> {
    this.#compositor = undefined;
    await this.#clips.close();
    await new Promise(setImmediate);
  }

  #open(): Compositor {
    if (!this.#compositor) throw new Error('the frame renderer is closed');
    return this.#compositor;
  }

  #compose(scene: Scene, compositor: Compositor): Uint8Array {
    const [first, second] = scene.pages.map((page) => this.#pageImage(page));
    if (!first) throw new Error('the scene shows no page');
    return second && scene.transition
      ? compositor.crossFade(first, second, scene.transition.progress)
      : compositor.compose(first);
  }

  #pageImage(page: ScenePage): PageImage {
    const underlay = parseColour(page.underlay);
    const plain = plainColour(page.background);
    const layers = page.nodes.map((node) => this.#sprite(node)).filter((sprite) => sprite !== undefined);
    return plain
      ? { key: page.key, background: over(plain, underlay), sprites: layers }
      : { key: page.key, background: underlay, sprites: [this.#backgroundSprite(page.background), ...layers] };
  }

  /** A gradient under everything, painted like a layer that fills the frame. */
  #backgroundSprite(paint: string): Sprite {
    const { width, height } = this;
    const size = { width: Math.ceil(width / 8) * 8, height };
    return {
      ...size,
      key: 'background',
      raster: `background ${paint}`,
      at: { x: 0, y: 0, scaleX: 1, scaleY: 1 },
      opacity: 1,
      transient: false,
      dither: true,
      paint: () =>
        rasterize(size, [1, 0, 0, 1, 0, 0], (context) => {
          context.fillStyle = paintStyle(context, paint, { width, height });
          context.fillRect(0, 0, size.width, height);
        }),
    };
  }

  #sprite(node: SceneNode): Sprite | undefined {
    const clip = this.#clipSprite(node);
    if (clip) return clip;
    const drawing = this.#painter.drawing(node);
    const plan = planRaster({ matrix: node.matrix, rest: node.rest, ink: drawing.ink }, this);
    if (!plan) return undefined;
    const { width, height, at, transient } = plan;
    return {
      key: node.key,
      raster: `${node.content} ${drawing.moment ?? ''} @ ${plan.id}`,
      width,
      height,
      at,
      opacity: node.opacity,
      transient: transient || drawing.moment !== undefined,
      dither: drawing.isSmooth,
      paint: () => rasterize(plan, plan.matrix, (context) => drawing.paint(context)),
    };
  }

  /** A clip whose planes go straight into the frame; undefined for everything else. */
  #clipSprite(node: SceneNode): Sprite | undefined {
    const { layer } = node;
    if (layer.type !== 'video' || node.filters || node.clips || node.mask || node.blendMode) return undefined;
    const shown = this.#clips.shown({ ...node, layer });
    return shown && clipSprite({ ...node, layer }, shown);
  }
}
