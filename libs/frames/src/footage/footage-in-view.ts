import {
  footageCut,
  footageFrames,
  framesBefore,
  pictureAt,
  sample,
  type SceneNode,
  type Timeline,
} from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { FrameError } from '../frame-error.js';
import { type FootageFit, fitFootage, type FittedLayer } from './footage-fit.js';
import { TakePlayer, type FootageTake } from './take-player.js';
import type { FootageSource } from './footage-source.js';

/** The picture of a footage layer in a frame. */
export interface ShownFootage {
  readonly fit: FootageFit;
  /** Equal ids have equal pixels. */
  readonly id: string;
  readonly hasAlpha: boolean;
  /** I420 of the fit's size, or with an alpha premultiplied RGBA; valid while this frame is drawn. */
  readonly pixels: Uint8Array;
}

/** A node of the scene that shows footage. */
export type FootageNode = Pick<SceneNode, 'timeS'> & FittedLayer;

/** The footage of a video, and its frames. */
export interface FootageStock {
  readonly fps: number;
  /** Size of the frame, px. */
  readonly frame: LayerBox;
  source(url: string): FootageSource;
  /** The place of the footage in the document, for errors. */
  pathOf(url: string): string;
}

interface Wanted {
  readonly node: FootageNode;
  readonly fit: FootageFit;
  readonly take: FootageTake;
  /** Names source and take. */
  readonly key: string;
  readonly index: number;
  readonly loopPictures: number;
}

/**
 * The decoders of the footage in view. {@link prepare} decodes the pictures of a frame before it is drawn, and closes decoders
 * of footage out of view. The pictures of a frame depend on its scene alone.
 */
export class FootageInView {
  #players: { readonly key: string; readonly player: TakePlayer }[] = [];
  #shown = new Map<string, ShownFootage>();

  constructor(private readonly stock: FootageStock) {}

  /** Decodes the pictures of footage among `nodes`, their children and masks. @throws FrameError ASSET_UNSUPPORTED */
  async prepare(nodes: Iterable<SceneNode>): Promise<void> {
    const idle = this.#players;
    this.#players = [];
    this.#shown = new Map();
    for (const node of footageNodes(nodes)) {
      const wanted = this.#want(node);
      if (wanted && !this.#shown.has(idOf(wanted))) await this.#show(wanted, idle);
    }
    for (const { player } of idle) await player.close();
  }

  /** Takes the pictures of footage among `nodes` for shown without decoding them: nothing of them can be painted. */
  place(nodes: Iterable<SceneNode>): void {
    this.#shown = new Map();
    for (const node of footageNodes(nodes)) {
      const wanted = this.#want(node);
      if (!wanted) continue;
      const id = idOf(wanted);
      const { hasAlpha } = this.stock.source(wanted.node.layer.sourceUrl);
      this.#shown.set(id, { fit: wanted.fit, id, hasAlpha, pixels: new Uint8Array() });
    }
  }

  /** The picture of a node in the prepared frame; undefined if its box shows nothing of the footage. */
  shown(node: FootageNode): ShownFootage | undefined {
    const wanted = this.#want(node);
    const shown = wanted && this.#shown.get(idOf(wanted));
    // Layers may show the same picture in different places.
    return shown && { ...shown, fit: wanted.fit };
  }

  /** Ends all decoders. */
  async close(): Promise<void> {
    await this.prepare([]);
  }

  #want(node: FootageNode): Wanted | undefined {
    const { fps, frame } = this.stock;
    const { layer, timeS } = node;
    const source = this.stock.source(layer.sourceUrl);
    const fit = fitFootage(node, source, frame);
    if (!fit) return undefined;
    const { width, height, crop } = fit;
    const take = { ...(crop && { crop }), width, height, fps, fromS: layer.trimStart, speed: layer.speed };
    const frames = footageFrames(footageCut(layer), source.durationS, fps);
    return {
      ...{ node, fit, take },
      key: JSON.stringify([layer.sourceUrl, take]),
      index: pictureAt(framesBefore(timeS, fps), frames, layer.loop),
      loopPictures: layer.loop ? frames : Infinity,
    };
  }

  async #show(wanted: Wanted, idle: { key: string; player: TakePlayer }[]): Promise<void> {
    const { key, index, node, take, loopPictures, fit } = wanted;
    const { sourceUrl } = node.layer;
    const source = this.stock.source(sourceUrl);
    const player = takeNearest(idle, key, index) ?? new TakePlayer(source, take, loopPictures);
    this.#players.push({ key, player });
    const path = this.stock.pathOf(sourceUrl);
    const pixels = await player.picture(index).catch((cause: unknown) => {
      throw new FrameError('ASSET_UNSUPPORTED', path, 'the footage is damaged and cannot be decoded', { cause });
    });
    if (!pixels) throw new FrameError('ASSET_UNSUPPORTED', path, 'the footage has no picture where it is shown');
    const id = idOf(wanted);
    this.#shown.set(id, { fit, id, hasAlpha: source.hasAlpha, pixels });
  }
}

function idOf({ key, index }: Wanted): string {
  return `${key} ${index}`;
}

/** Removes and returns the idle player of a take that reaches a picture first. */
function takeNearest(idle: { key: string; player: TakePlayer }[], key: string, index: number): TakePlayer | undefined {
  const ready = idle.filter((each) => each.key === key);
  const nearest = ready.sort((a, b) => a.player.distanceTo(index) - b.player.distanceTo(index))[0];
  if (!nearest) return undefined;
  idle.splice(idle.indexOf(nearest), 1);
  return nearest.player;
}

/** Whether a frame cannot be drawn without a decoder. */
export function showsFootage(timeline: Timeline, frame: number): boolean {
  const nodes = sample(timeline, frame).pages.flatMap((page) => page.nodes);
  return !footageNodes(nodes).next().done;
}

/** All nodes that show footage, at any depth. */
function* footageNodes(nodes: Iterable<SceneNode>): Generator<FootageNode> {
  for (const node of nodes) {
    const { layer, box, rest, timeS, children, mask } = node;
    if (layer.type === 'video') yield { layer, box, rest, timeS };
    if (children) yield* footageNodes(children);
    if (mask) yield* footageNodes([mask.node]);
  }
}
