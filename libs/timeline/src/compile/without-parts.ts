import { isHolder, type ResolvedLayer } from '#libs/template';
import type { Timeline } from './timeline.js';

/** The timeline without the layers and fonts at the given paths, such as `pages[0].layers[2] "logo"` and `fonts[0]`. */
export function withoutParts(timeline: Timeline, paths: ReadonlySet<string>): Timeline {
  if (paths.size === 0) return timeline;
  const hide = (layers: readonly ResolvedLayer[], parent: string): ResolvedLayer[] =>
    layers.map((layer, index) => {
      const key = `${parent}.layers[${index}]`;
      if (paths.has(`${key} "${layer.name}"`)) return { ...layer, visible: false };
      return isHolder(layer) ? { ...layer, layers: hide(layer.layers, key) } : layer;
    });
  return {
    ...timeline,
    fonts: timeline.fonts.filter(({ path }) => !paths.has(path)),
    pages: timeline.pages.map((page) => ({ ...page, layers: hide(page.layers, page.key) })),
  };
}
