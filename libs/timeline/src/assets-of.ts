import type { Layer } from '#libs/template';
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
      const source = sourceOf(layer);
      const mask = layer.mask?.source_url;
      return [
        ...(source === undefined ? [] : [{ ...source, path }]),
        ...(mask === undefined ? [] : [{ url: mask, kind: 'image' as const, path }]),
      ];
    }),
  );
  const sounds = timeline.sounds
    .filter(({ isOfClip }) => !isOfClip)
    .map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'audio', path }));
  return [...fonts, ...ofLayers, ...sounds];
}

function sourceOf(layer: Layer): Omit<AssetUse, 'path'> | undefined {
  switch (layer.type) {
    case 'image':
    case 'video':
    case 'lottie':
      return { url: layer.source_url, kind: layer.type };
    case 'caption':
      return layer.cues || layer.source_url === undefined ? undefined : { url: layer.source_url, kind: 'caption' };
    default:
      return undefined;
  }
}
