import {
  footageCut,
  footageFrames,
  framesBefore,
  pictureAt,
  pictureBytes,
  sample,
  type SceneNode,
  type Timeline,
} from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { FrameError } from '../frame-error.js';
import type { FootageFit } from './footage-fit.js';
import { fitFootage, TakePlayer } from './play-footage.js';
import type { FootageSource } from './footage-source.js';
import type { FootageNode, ShownFootage } from './shown-footage.js';
import type { FootageTake } from './take-player.js';

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
  readonly hasAlpha: boolean;
  /** Names source and take. */
  readonly key: string;
  readonly index: number;
  /** The first picture of the take that its layer may show. */
  readonly first: number;
  readonly loopPictures: number;
}

interface KeyedPlayer {
  readonly key: string;
  readonly player: TakePlayer;
}

/** Layers that show pictures of one take which are no further apart than this share a decoder. */
const SHARED_S = 2;

/** Bytes of pictures kept for layers that are behind others. */
const MAX_SHARED_BYTES = 48 * 2 ** 20;

/**
 * The decoders of the footage in view. {@link prepare} decodes the pictures of a frame before it is drawn, and closes decoders
 * of footage out of view. The pictures of a frame depend on its scene alone.
 */
export class FootageInView {
  #players: KeyedPlayer[] = [];
  #shown = new Map<string, ShownFootage>();

  constructor(private readonly stock: FootageStock) {}

  /** Decodes the pictures of footage among `nodes`, their children and masks. @throws FrameError ASSET_UNSUPPORTED */
  async prepare(nodes: Iterable<SceneNode>): Promise<void> {
    const idle = this.#players;
    this.#players = [];
    this.#shown = new Map();
    for (const together of this.#sharing(nodes)) await this.#show(together, idle);
    for (const { player } of idle) await player.close();
  }

  /** Takes the pictures of footage among `nodes` for shown without decoding them: nothing of them can be painted. */
  place(nodes: Iterable<SceneNode>): void {
    this.#shown = new Map();
    for (const node of footageNodes(nodes)) {
      const wanted = this.#want(node);
      if (!wanted) continue;
      const id = idOf(wanted);
      const { fit, hasAlpha } = wanted;
      this.#shown.set(id, { fit, id, hasAlpha, pixels: new Uint8Array() });
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
    const { width, height, crop, byMeans } = fit;
    const size = { ...(crop && { crop }), width, height, ...(byMeans && { byMeans }) };
    const frames = footageFrames(footageCut(layer), source.durationS, fps);
    const { fromS, first } = layer.loop ? { fromS: layer.trimStart, first: 0 } : onGrid(layer, fps);
    const loopPictures = layer.loop ? frames : Infinity;
    const take = { ...size, fps, fromS, speed: layer.speed };
    return {
      ...{ node, fit, take, first, loopPictures, hasAlpha: source.hasAlpha },
      key: JSON.stringify([layer.sourceUrl, take, layer.loop && [layer.trimStart, frames]]),
      index: first + pictureAt(framesBefore(timeS, fps), frames, layer.loop),
    };
  }

  /** The pictures of a frame, those together that one decoder gives: of one take and near each other, in order. */
  #sharing(nodes: Iterable<SceneNode>): Wanted[][] {
    const byId = new Map(
      [...footageNodes(nodes)].flatMap((node) => {
        const wanted = this.#want(node);
        return wanted ? [[idOf(wanted), wanted]] : [];
      }),
    );
    const takes = Map.groupBy(byId.values(), ({ key }) => key);
    const shared = [...takes.values()].filter((wanted) => wanted.length > 1);
    return [...takes.values()].flatMap((wanted) => clusters(wanted, MAX_SHARED_BYTES / shared.length));
  }

  async #show(together: readonly Wanted[], idle: KeyedPlayer[]): Promise<void> {
    const { key, node, take, loopPictures } = together[0]!;
    const { sourceUrl } = node.layer;
    const player = takeNearest(idle, key, together) ?? new TakePlayer(this.stock.source(sourceUrl), take, loopPictures);
    this.#players.push({ key, player });
    const path = this.stock.pathOf(sourceUrl);
    const pictures = await player.pictures(together).catch((cause: unknown) => {
      throw new FrameError('ASSET_UNSUPPORTED', path, 'the footage is damaged and cannot be decoded', { cause });
    });
    for (const [i, wanted] of together.entries()) {
      const pixels = pictures[i];
      if (!pixels) throw new FrameError('ASSET_UNSUPPORTED', path, 'the footage has no picture where it is shown');
      const { fit, hasAlpha } = wanted;
      const id = idOf(wanted);
      this.#shown.set(id, { fit, id, hasAlpha, pixels });
    }
  }
}

/**
 * The take from the beginning of the file that contains a layer's pictures, so that layers which show the file from
 * different seconds on share one take. `first` is the number of the layer's first picture in it.
 */
function onGrid({ trimStart, speed }: FootageNode['layer'], fps: number): { fromS: number; first: number } {
  const stepS = speed / fps;
  const first = Math.floor(trimStart / stepS + 1e-6);
  return { fromS: Math.max(0, Math.round((trimStart - first * stepS) * 1e9) / 1e9), first };
}

/** Pictures of one take, in order, those together that are near each other. @param bytes that may be kept of the take */
function clusters(wanted: readonly Wanted[], bytes: number): Wanted[][] {
  const { take, hasAlpha } = wanted[0]!;
  const kept = bytes / pictureBytes(take, hasAlpha) - 1;
  const most = Math.min(kept, SHARED_S * take.fps);
  const found: Wanted[][] = [];
  for (const each of wanted.toSorted((a, b) => a.index - b.index)) {
    const last = found.at(-1);
    if (last && each.index - last[0]!.index <= most) last.push(each);
    else found.push([each]);
  }
  return found;
}

function idOf({ key, index }: Wanted): string {
  return `${key} ${index}`;
}

/** Removes and returns the idle player of a take that reaches pictures first without a new decoder. */
function takeNearest(idle: KeyedPlayer[], key: string, wanted: readonly Wanted[]): TakePlayer | undefined {
  const distanceTo = ({ player }: KeyedPlayer): number => player.distanceTo(wanted);
  const ready = idle.filter((each) => each.key === key && distanceTo(each) < Infinity);
  const nearest = ready.sort((a, b) => distanceTo(a) - distanceTo(b))[0];
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
    const { layer, children, mask } = node;
    if (layer.type === 'video') yield { ...node, layer };
    if (children) yield* footageNodes(children);
    if (mask) yield* footageNodes([mask.node]);
  }
}
