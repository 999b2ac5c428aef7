import { isHolder, type ResolvedLayer } from '#libs/template';
import type { TimelinePage } from './timeline.js';

/** Cache: the names are a function of the page. */
const knownMasks = new WeakMap<TimelinePage, ReadonlySet<string>>();

/** Names of the layers of a page that mask others. */
export function masksOf(page: TimelinePage): ReadonlySet<string> {
  const names = knownMasks.get(page) ?? new Set(maskNames(page.layers));
  knownMasks.set(page, names);
  return names;
}

function maskNames(layers: readonly ResolvedLayer[]): string[] {
  return layers.flatMap((layer) => [
    ...(layer.mask?.layer === undefined ? [] : [layer.mask.layer]),
    ...(isHolder(layer) ? maskNames(layer.layers) : []),
  ]);
}
