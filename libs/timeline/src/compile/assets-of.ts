import { kindOf } from '#libs/template';
import { masksOf } from './masks-of.js';
import { shownLayers } from './shown-layers.js';
import type { AssetUse, Timeline } from './timeline.js';

/**
 * Every file the video needs, one entry a use, in the document's order: fonts, what layers show, sounds. Hidden layers need
 * none unless they mask others, layers that no frame shows none at all; the sound of a clip comes with it.
 */
export function assetsOf(timeline: Timeline): AssetUse[] {
  const fonts = timeline.fonts.map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'font', path }));
  const ofLayers = timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, path }): AssetUse[] => {
      const source = kindOf(layer).source?.(layer);
      const mask = layer.mask?.sourceUrl;
      return [
        ...(source === undefined ? [] : [{ ...source, path }]),
        ...(mask === undefined ? [] : [{ url: mask, kind: 'image' as const, path }]),
      ];
    }),
  );
  const sounds = timeline.sounds
    .filter(({ isOfFootage }) => !isOfFootage)
    .map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'audio', path }));
  return [...fonts, ...ofLayers, ...sounds];
}
