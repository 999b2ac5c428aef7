import { type CaptionCue, isHolder, type ResolvedLayer } from '#libs/template';
import { assetsOf } from './assets-of.js';
import type { Timeline } from './timeline.js';

/**
 * The timeline with the cues of its subtitle files. Without them, such layers show nothing.
 *
 * @param cuesOf the cues of the file at a URL, from `parseCaptions`; called for the captions of `assetsOf`
 */
export function withCaptions(timeline: Timeline, cuesOf: (url: string) => readonly CaptionCue[]): Timeline {
  const urls = new Set(
    assetsOf(timeline)
      .filter(({ kind }) => kind === 'caption')
      .map(({ url }) => url),
  );
  if (urls.size === 0) return timeline;
  const spoken = (layer: ResolvedLayer): ResolvedLayer => {
    if (isHolder(layer)) return { ...layer, layers: layer.layers.map(spoken) };
    if (layer.type !== 'caption' || layer.cues) return layer;
    const { sourceUrl: url } = layer;
    return url !== undefined && urls.has(url) ? { ...layer, cues: [...cuesOf(url)] } : layer;
  };
  return { ...timeline, pages: timeline.pages.map((page) => ({ ...page, layers: page.layers.map(spoken) })) };
}
