import type { CaptionCue, Layer } from '#libs/template';
import { masksOf } from './masks-of.js';
import { shownLayers } from './shown-layers.js';
import type { Timeline } from './timeline.js';

/** A subtitle file that a caption layer shows. */
export interface CaptionSource {
  url: string;
  /** `pages[0].layers[2] "subtitles"`. */
  path: string;
}

/** The subtitle files a timeline needs, one entry a use, in the document's order. Hidden layers need none. */
export function captionSourcesOf(timeline: Timeline): CaptionSource[] {
  return timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, path }) => {
      const url = layer.type === 'caption' && !layer.cues ? layer.source_url : undefined;
      return url === undefined ? [] : [{ url, path }];
    }),
  );
}

/**
 * The timeline with the words of its subtitle files put in: until then such layers say nothing.
 *
 * @param cuesOf what the file at an address says, as `parseCaptions` reads it; called for each of `captionSourcesOf`
 */
export function withCaptions(timeline: Timeline, cuesOf: (url: string) => readonly CaptionCue[]): Timeline {
  const urls = new Set(captionSourcesOf(timeline).map(({ url }) => url));
  if (urls.size === 0) return timeline;
  const spoken = (layer: Layer): Layer => {
    if (layer.type === 'group') return Object.assign({}, layer, { layers: layer.layers.map(spoken) });
    const url = layer.type === 'caption' && !layer.cues ? layer.source_url : undefined;
    return url !== undefined && urls.has(url) ? Object.assign({}, layer, { cues: [...cuesOf(url)] }) : layer;
  };
  return { ...timeline, pages: timeline.pages.map((page) => ({ ...page, layers: page.layers.map(spoken) })) };
}
