import type { Size } from '#libs/document';
import {
  contentProperties,
  isResizing,
  kindOf,
  type LayerContent,
  type LayerMoment,
  type ResolvedLayer,
} from '#libs/template';
import { countNumbers } from './count-numbers.js';
import { changedProperties } from './keyframed-value.js';
import type { SceneNode } from './scene.js';

/** The content of a layer, and a text that is equal for equal content. */
export type ShownContent = Pick<SceneNode, 'layer' | 'content'>;

/** The moment for which content is computed. */
export interface ContentMoment extends Omit<LayerMoment, 'isSettled'> {
  /** Progress of a `count` animation, 0 … 1. */
  readonly counted: number;
}

/** Cache for layers whose content never changes: content is a function of the layer and the size of its parent. */
const settledContents = new WeakMap<Size, WeakMap<ResolvedLayer, ShownContent>>();

/**
 * The content of a layer at one instant.
 *
 * @param layer as compiled
 * @param now the same with its keyframed values at this instant
 * @param sizes of its box and of its parent; the latter is the same object at every instant
 * @returns undefined for a layer without content, such as a caption between two cues
 */
export function contentOf(
  layer: ResolvedLayer,
  now: ResolvedLayer,
  { box, parent }: { box: Size; parent: Size },
  moment: ContentMoment,
): ShownContent | undefined {
  const isSettled = moment.counted >= 1 && !isContentKeyframed(layer);
  const { at } = kindOf(layer);
  if (at || !isSettled) {
    const counted = withCounted(now, moment.counted);
    const own = { ...ownContent(counted), ...whileCounting(now, counted) };
    const content = at ? at(own, counted, { ...moment, isSettled }) : own;
    return content && describe(content as LayerContent, box);
  }
  const ofParent = settledContents.get(parent) ?? new WeakMap<ResolvedLayer, ShownContent>();
  settledContents.set(parent, ofParent);
  const known = ofParent.get(layer) ?? describe(ownContent(now), box);
  ofParent.set(layer, known);
  return known;
}

function describe(layer: LayerContent, box: Size): ShownContent {
  return { layer, content: JSON.stringify([box.width, box.height, layer]) };
}

/** Whether keyframes change the content of a layer. Those of other properties change only its place or its effects. */
function isContentKeyframed(layer: ResolvedLayer): boolean {
  const names = contentProperties(layer);
  return isResizing(layer) || changedProperties(layer).some((name) => names.includes(name));
}

function ownContent(layer: ResolvedLayer): LayerContent {
  const content: Record<string, unknown> = { type: layer.type };
  for (const name of contentProperties(layer)) if (Object.hasOwn(layer, name)) content[name] = layer[name as 'type'];
  return content as unknown as LayerContent;
}

/** The layer with the numbers of its counted property multiplied by `share`. */
function withCounted(layer: ResolvedLayer, share: number): ResolvedLayer {
  const { counts } = kindOf(layer);
  if (share >= 1 || counts === undefined) return layer;
  const value = layer[counts] as string | number;
  return { ...layer, [counts]: typeof value === 'number' ? value * share : countNumbers(value, share) };
}

/** Further content of a text while its numbers count. */
function whileCounting(end: ResolvedLayer, counted: ResolvedLayer): Partial<LayerContent<'text'>> {
  if (end.type !== 'text' || counted.type !== 'text' || end.text === counted.text) return {};
  return { endText: end.text, fontVariantNumeric: 'tabular-nums' };
}

/**
 * The second of its own time that a Lottie animation shows, 0 … lengthS. A looping animation starts again at its end and
 * never shows the end itself; others rest there.
 *
 * @param timeS of the node: seconds since the layer's start
 * @param lengthS of the animation, > 0
 */
export function lottieTimeS({ speed, loop }: LayerContent<'lottie'>, timeS: number, lengthS: number): number {
  const playedS = timeS * speed;
  return loop ? playedS % lengthS : Math.min(playedS, lengthS);
}
