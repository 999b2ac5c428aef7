import { boundsOfRect, type Rect } from '#libs/document';
import { isHolder, type ResolvedLayer, type Warning, warningAt } from '#libs/template';
import { masksOf, sample, type SceneNode, type ShownLayer, shownLayers, type Timeline } from '#libs/timeline';
import { intersect, isEmpty } from '#libs/compositor';
import { blurReach } from '../display-items/display-item.js';
import type { Drawing } from '../drawing.js';

/** Frames that are sampled in addition, for layers that move or change. */
const MOST_FRAMES = 1_200;

/** Lays out a node; undefined if it cannot be drawn. */
type LayOut = (node: SceneNode) => Drawing | undefined;

/** Collects which layers the frames of a timeline show, by key of the layer. */
export class SeenLayers {
  readonly #drawn = new Set<string>();
  readonly #seen = new Set<string>();
  readonly #frame: Rect;

  constructor(private readonly timeline: Timeline) {
    this.#frame = { x: 0, y: 0, width: timeline.width, height: timeline.height };
  }

  /** Records a node of a frame, with its layout. */
  note(node: SceneNode, drawing: Drawing | undefined): void {
    this.#drawn.add(node.key);
    // The blur of a group spreads its layers.
    if (node.children && blurReach(node) > 0) for (const { key } of descendants(node.children)) this.#seen.add(key);
    if (!this.#seen.has(node.key) && (!drawing || this.#shows(node, drawing))) this.#seen.add(node.key);
  }

  /**
   * The layers that no frame shows. Layers that do not change have been noted in every state; for the others, all
   * their frames are sampled, up to a limit.
   *
   * @param explained keys of layers that are known to be unseen
   */
  unseen(explained: ReadonlySet<string>, layOut: LayOut): Warning[] {
    const missing = this.#missing(explained);
    const checked = this.#sampleFramesOf(
      missing.filter(({ changes }) => changes),
      layOut,
    );
    return missing
      .filter(({ key, changes }) => !this.#seen.has(key) && (!changes || checked.has(key)))
      .map(({ key }) => this.#warningOf(key));
  }

  #warningOf(key: string): Warning {
    if (!this.#drawn.has(key)) {
      return warningAt(key, { code: 'LAYER_NEVER_DRAWN', message: 'the layer shows nothing in any frame' });
    }
    const where = 'set x to 0 and y to 0 for the top left corner';
    const message = `the layer is outside the frame for its whole time; ${where}`;
    return warningAt(key, { code: 'LAYER_OUTSIDE_FRAME', message });
  }

  /** Groups are seen by their layers. Layers that mask others are not painted themselves. */
  #missing(explained: ReadonlySet<string>): (ShownLayer & { changes: boolean })[] {
    return this.timeline.pages.flatMap((page) => {
      const masks = masksOf(page);
      const changing = new Set<string>();
      return [...shownLayers(page, this.timeline.fps)].flatMap((shown) => {
        const { layer, key } = shown;
        const parent = key.slice(0, key.lastIndexOf('.'));
        const changes = changing.has(parent) || mayChange(layer);
        if (changes) changing.add(key);
        const isWanted = !isHolder(layer) && !masks.has(layer.name) && !within(explained, key);
        return isWanted && !this.#seen.has(key) ? [{ ...shown, changes }] : [];
      });
    });
  }

  /** Samples the frames of each layer until the layer is seen. Returns the layers for which no frame was left out. */
  #sampleFramesOf(layers: readonly ShownLayer[], layOut: LayOut): Set<string> {
    const checked = new Set<string>();
    const sampled = new Set<number>();
    for (const { key, fromFrame, toFrame } of layers) {
      for (let frame = fromFrame; frame < toFrame && !this.#seen.has(key); frame += 1) {
        if (sampled.has(frame)) continue;
        if (sampled.size >= MOST_FRAMES) return checked;
        sampled.add(frame);
        this.#noteMissing(frame, layOut);
      }
      checked.add(key);
    }
    return checked;
  }

  #noteMissing(frame: number, layOut: LayOut): void {
    for (const page of sample(this.timeline, frame).pages) {
      for (const node of descendants(page.nodes)) if (!this.#seen.has(node.key)) this.note(node, layOut(node));
    }
  }

  /** Pieces move on their own and count as seen. */
  #shows(node: SceneNode, { ink }: Drawing): boolean {
    if (node.pieces) return true;
    const reach = blurReach(node);
    const { x, y, width, height } = ink;
    const area = { x: x - reach, y: y - reach, width: width + 2 * reach, height: height + 2 * reach };
    return !isEmpty(intersect(boundsOfRect(node.matrix, area), this.#frame));
  }
}

/** Captions come and go with their cues. */
function mayChange({ type, keyframes, enter, exit, loopAnimation }: ResolvedLayer): boolean {
  return Boolean(keyframes ?? enter ?? exit ?? loopAnimation) || type === 'caption';
}

/** Whether the key is one of `keys` or of a layer within one of them. */
function within(keys: ReadonlySet<string>, key: string): boolean {
  for (let end = key.length; end > 0; end = key.lastIndexOf('.', end - 1)) if (keys.has(key.slice(0, end))) return true;
  return false;
}

function* descendants(nodes: readonly SceneNode[]): Generator<SceneNode> {
  for (const node of nodes) {
    yield node;
    yield* descendants(node.children ?? []);
  }
}
