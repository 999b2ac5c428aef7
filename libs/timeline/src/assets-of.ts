import type { AssetUse, Timeline } from './timeline.js';

/** Every file the video needs, one entry a use, in the document's order: fonts, pictures, sounds. Hidden layers need none. */
export function assetsOf(timeline: Timeline): AssetUse[] {
  const fonts = timeline.fonts.map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'font', path }));
  const pictures = timeline.pages.flatMap((page) =>
    page.layers.flatMap((layer, index): AssetUse[] => {
      if (layer.type !== 'image' || layer.visible === false) return [];
      return [{ url: layer.source_url, kind: 'image', path: `${page.key}.layers[${index}] "${layer.name}"` }];
    }),
  );
  const sounds = timeline.sounds.map(({ sourceUrl, path }): AssetUse => ({ url: sourceUrl, kind: 'audio', path }));
  return [...fonts, ...pictures, ...sounds];
}
