import { masksOf } from './masks-of.js';
import { shownLayers } from './shown-layers.js';
import type { AssetUse, Timeline } from './timeline.js';

/**
 * Every file the video needs, one entry a use, in the document's order: fonts, pictures and clips, sounds. Hidden layers need
 * none unless they mask others; the sound of a clip comes with it.
 */
export function assetsOf(timeline: Timeline): AssetUse[] {
  const fonts = timeline.fonts.map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'font', path }));
  const pictures = timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, path }): AssetUse[] => {
      const mask = layer.mask?.source_url;
      return [
        ...(layer.type === 'image' || layer.type === 'video'
          ? [{ url: layer.source_url, kind: layer.type, path }]
          : []),
        ...(mask === undefined ? [] : [{ url: mask, kind: 'image' as const, path }]),
      ];
    }),
  );
  const sounds = timeline.sounds
    .filter(({ isOfClip }) => !isOfClip)
    .map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'audio', path }));
  return [...fonts, ...pictures, ...sounds];
}
