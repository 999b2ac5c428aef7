import type { CaptionCue, Layer } from '#libs/template';
import { assetsOf } from './assets-of.js';
import type { Timeline } from './timeline.js';

/**
 * The timeline with the words of its subtitle files put in: until then such layers say nothing.
 *
 * @param cuesOf what the file at an address says, as `parseCaptions` reads it; called for the captions of `assetsOf`
 */
export function withCaptions(timeline: Timeline, cuesOf: (url: string) => readonly CaptionCue[]): Timeline {
  const urls = new Set(
    assetsOf(timeline)
      .filter(({ kind }) => kind === 'caption')
      .map(({ url }) => url),
  );
  if (urls.size === 0) return timeline;
  const spoken = (layer: Layer): Layer => {
    if (layer.type === 'group') return Object.assign({}, layer, { layers: layer.layers.map(spoken) });
    const url = layer.type === 'caption' && !layer.cues ? layer.source_url : undefined;
    return url !== undefined && urls.has(url) ? Object.assign({}, layer, { cues: [...cuesOf(url)] }) : layer;
  };
  return { ...timeline, pages: timeline.pages.map((page) => ({ ...page, layers: page.layers.map(spoken) })) };
}
