import { kindOf } from '#libs/template';
import { masksOf } from './masks-of.js';
import { shownLayers } from './shown-layers.js';
import type { AssetUse, Timeline } from './timeline.js';

/**
 * Every file that the video requires, one entry per use, in document order: fonts, files of layers, sounds. Hidden
 * layers require none unless they mask others; layers outside of all frames require none. The sound of footage needs no
 * entry.
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
