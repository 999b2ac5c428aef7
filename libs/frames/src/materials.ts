import { assetsOf, type Timeline } from '#libs/timeline';
import { ClipPlayers } from './clips/clip-players.js';
import type { ClipSource } from './clips/clip-source.js';
import { FontLibrary } from './fonts/font-library.js';
import { FrameError } from './frame-error.js';
import { readImage } from './images.js';
import type { Image } from './skia.js';

/** What a video is made of, already fetched and checked for size. */
export interface AssetFiles {
  /** The local path for an image's address. */
  image(url: string): string;
  /** The local path for a font's address. */
  font(url: string): string;
  /** The clip at an address; needed by timelines with video layers only. */
  clip?(url: string): ClipSource;
}

/** The clips of a timeline; nothing is decoded before it is shown. */
export function openClips(timeline: Timeline, assets: AssetFiles): ClipPlayers {
  const uses = assetsOf(timeline).filter(({ kind }) => kind === 'video');
  const sources = new Map(uses.map(({ url }) => [url, assets.clip?.(url)]));
  return new ClipPlayers({
    fps: timeline.fps,
    frame: { width: timeline.width, height: timeline.height },
    source: (url) => {
      const source = sources.get(url);
      if (!source) throw new Error(`nobody provides the clip ${url}`);
      return source;
    },
    pathOf: (url) => uses.find((use) => use.url === url)!.path,
  });
}

/** The families of a timeline. Throws FrameError FONT_FAILED. */
export function openFonts(timeline: Timeline, assets: AssetFiles): FontLibrary {
  const fonts = new FontLibrary();
  for (const { family, sourceUrl, weight, italic, path } of timeline.fonts) {
    try {
      fonts.add(family, { file: assets.font(sourceUrl), weight, italic });
    } catch (cause) {
      throw new FrameError('FONT_FAILED', path, `the font "${family}" cannot be read`, { cause });
    }
  }
  return fonts;
}

/** The pictures of a timeline by their addresses. Throws FrameError ASSET_UNSUPPORTED or ASSET_TOO_LARGE. */
export async function openImages(timeline: Timeline, assets: AssetFiles): Promise<Map<string, Image>> {
  const images = new Map<string, Image>();
  for (const { url, kind, path } of assetsOf(timeline)) {
    if (kind === 'image' && !images.has(url)) images.set(url, await readImage(assets.image(url), path));
  }
  return images;
}
