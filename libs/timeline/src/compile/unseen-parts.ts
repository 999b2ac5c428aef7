import { lengthPx } from '#libs/document';
import { isHolder, plainSeconds, type Remark, type ResolvedLayer, type Warning, warningAt } from '#libs/template';
import { paintsNothing } from './is-empty.js';
import { masksOf } from './masks-of.js';
import { framesOf, type LayerPlace } from './shown-layers.js';
import type { Timeline } from './timeline.js';

/** Layers that no frame can show, whatever their files hold. */
export interface UnseenParts {
  warnings: Warning[];
  /** The layers: `pages[0].layers[2]`. Layers within an unseen group are not listed. */
  keys: ReadonlySet<string>;
}

/**
 * Finds layers that are never seen because of their time, their size or their opacity. Layers that are hidden by
 * `visible`, and those that mask others, are as their author wants them.
 */
export function unseenParts(timeline: Timeline): UnseenParts {
  const found = timeline.pages.flatMap((page) => [
    ...unseenIn(page.layers, { ...page, pageFrom: page.fromFrame, fps: timeline.fps, kept: new Set() }, masksOf(page)),
  ]);
  return {
    warnings: found.map(({ key, remark }) => warningAt(key, remark)),
    keys: new Set(found.map(({ key }) => key)),
  };
}

function* unseenIn(
  layers: readonly ResolvedLayer[],
  place: LayerPlace,
  masks: ReadonlySet<string>,
): Generator<{ key: string; remark: Remark }> {
  for (const [index, layer] of layers.entries()) {
    if (!layer.visible || masks.has(layer.name)) continue;
    const key = `${place.key}.layers[${index}]`;
    const remark = outsideTime(layer, place) ?? withoutSize(layer) ?? transparent(layer);
    if (remark) yield { key, remark };
    else if (isHolder(layer)) yield* unseenIn(layer.layers, { ...place, key, ...framesOf(layer, place) }, masks);
  }
}

function outsideTime(layer: ResolvedLayer, place: LayerPlace): Remark | undefined {
  const { fromFrame, toFrame } = framesOf(layer, place);
  if (fromFrame < toFrame) return undefined;
  const { start, duration } = layer;
  const code = 'LAYER_OUTSIDE_TIME';
  const parent = place.key.includes('.') ? 'group' : 'page';
  if (fromFrame >= place.toFrame) {
    const message = `the layer starts at ${plainSeconds(start)} s, when its ${parent} has ended; set start to 0 or another time before that end`;
    return { code, message, property: 'start', value: start };
  }
  const message =
    toFrame <= place.fromFrame
      ? `the layer ends before its ${parent} starts`
      : 'the layer lies between two frames of the video';
  return { code, message, property: 'duration', value: duration };
}

function withoutSize(layer: ResolvedLayer): Remark | undefined {
  const property = (['scale', 'width', 'height'] as const).find(
    (name) => staysZero(layer, name) && paintsNothing({ ...layer, [name]: 0 }, { width: 1, height: 1, [name]: 0 }),
  );
  if (property === undefined) return undefined;
  return { code: 'LAYER_EMPTY', message: `the layer has a ${property} of 0`, property, value: layer[property] };
}

/**
 * A remark about a layer that is transparent throughout. Animations multiply the opacity, so they cannot raise it from
 * 0.
 */
function transparent(layer: ResolvedLayer): Remark | undefined {
  if (!staysZero(layer, 'opacity')) return undefined;
  return { code: 'LAYER_TRANSPARENT', message: 'the layer has an opacity of 0', property: 'opacity', value: 0 };
}

/**
 * Whether all keyframes of a property are 0. It then stays 0, because easings scale the difference between two of them.
 */
function staysZero(layer: ResolvedLayer, property: 'scale' | 'width' | 'height' | 'opacity'): boolean {
  const values = layer.keyframes?.[property]?.map(({ value }) => value) ?? [layer[property]];
  return values.every((value) => lengthPx(value, 1) <= 0);
}
