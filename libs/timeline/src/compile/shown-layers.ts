import { isHolder, plainSeconds, type ResolvedLayer } from '#libs/template';
import { frameFrom } from '../footage-frames.js';
import type { TimelinePage } from './timeline.js';

/** A layer that is visible in some frame, at any nesting depth, and its frames. */
export interface ShownLayer {
  layer: ResolvedLayer;
  /** `pages[0].layers[2]`. */
  key: string;
  /** `pages[0].layers[2] "logo"`. */
  path: string;
  /** Frames of the video in which it exists: `[fromFrame, toFrame)`, never empty. */
  fromFrame: number;
  toFrame: number;
}

/**
 * Every layer of a page except hidden ones and those outside of all frames. Layers inside groups follow their group.
 *
 * @param kept names of hidden layers that are required anyway
 */
export function* shownLayers(
  page: TimelinePage,
  fps: number,
  kept: ReadonlySet<string> = new Set(),
): Generator<ShownLayer> {
  yield* within(page.layers, { ...page, pageFrom: page.fromFrame, fps, kept });
}

/** The frames of the video available to the layers of a page or a group, and its path in the document. */
export interface LayerPlace {
  key: string;
  fromFrame: number;
  toFrame: number;
  /** The first frame of the page. */
  pageFrom: number;
  fps: number;
  kept: ReadonlySet<string>;
}

function* within(layers: readonly ResolvedLayer[], place: LayerPlace): Generator<ShownLayer> {
  for (const [index, layer] of layers.entries()) {
    if (!layer.visible && !place.kept.has(layer.name)) continue;
    const key = `${place.key}.layers[${index}]`;
    const { fromFrame, toFrame } = framesOf(layer, place);
    if (fromFrame >= toFrame) continue;
    yield { layer, key, path: `${key} "${layer.name}"`, fromFrame, toFrame };
    if (isHolder(layer)) yield* within(layer.layers, { ...place, key, fromFrame, toFrame });
  }
}

/** The frames of the video in which a layer exists: `[fromFrame, toFrame)`, which may be empty. */
export function framesOf(
  { start, duration }: ResolvedLayer,
  place: LayerPlace,
): Pick<ShownLayer, 'fromFrame' | 'toFrame'> {
  const startS = plainSeconds(start);
  const endS = duration === undefined ? Infinity : startS + plainSeconds(duration);
  return {
    fromFrame: Math.max(place.fromFrame, place.pageFrom + frameFrom(startS, place.fps)),
    toFrame: Math.min(place.toFrame, place.pageFrom + frameFrom(endS, place.fps)),
  };
}
