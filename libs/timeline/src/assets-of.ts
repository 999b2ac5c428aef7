import { shownLayers } from './shown-layers.js';
import type { AssetUse, Timeline } from './timeline.js';

/**
 * Every file the video needs, one entry a use, in the document's order: fonts, pictures and clips, sounds. Hidden layers need
 * none; the sound of a clip comes with it.
 */
export function assetsOf(timeline: Timeline): AssetUse[] {
  const fonts = timeline.fonts.map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'font', path }));
  const pictures = timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps)].flatMap(({ layer, path }): AssetUse[] => {
      if (layer.type !== 'image' && layer.type !== 'video') return [];
      return [{ url: layer.source_url, kind: layer.type, path }];
    }),
  );
  const sounds = timeline.sounds
    .filter(({ isOfClip }) => !isOfClip)
    .map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'audio', path }));
  return [...fonts, ...pictures, ...sounds];
}
