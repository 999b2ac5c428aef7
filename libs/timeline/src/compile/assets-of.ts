import { sourceOf } from '#libs/template';
import { masksOf } from './masks-of.js';
import { shownLayers } from './shown-layers.js';
import type { AssetUse, Timeline } from './timeline.js';

/**
 * Every file that the video requires, one entry per use, in document order: fonts, files of layers, sounds. Hidden
 * layers require none unless they mask others; layers outside of all frames require none. The sound of footage needs no
 * entry.
 */
export function assetsOf(timeline: Timeline): AssetUse[] {
  const fonts = timeline.fonts.map(({ sourceUrl, path }): AssetUse => ({
    url: sourceUrl,
    kind: 'font',
    path,
    field: `${path}.source_url`,
  }));
  const ofLayers = timeline.pages.flatMap((page) =>
    [...shownLayers(page, timeline.fps, masksOf(page))].flatMap(({ layer, path, key }): AssetUse[] => {
      const source = sourceOf(layer);
      const mask = layer.mask?.sourceUrl;
      return [
        ...(source === undefined ? [] : [{ ...source, path, field: `${key}.source_url` }]),
        ...(mask === undefined ? [] : [{ url: mask, kind: 'image' as const, path, field: `${key}.mask.source_url` }]),
      ];
    }),
  );
  const sounds = timeline.sounds
    .filter(({ isOfFootage }) => !isOfFootage)
    .map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'audio', path, field: soundField(path) }));
  return [...fonts, ...ofLayers, ...sounds];
}

/**
 * The path of a sound's address. The path of a track names an object, that of any other sound is the address already.
 */
function soundField(path: string): string {
  return path.startsWith('audio[') ? `${path}.source_url` : path;
}
