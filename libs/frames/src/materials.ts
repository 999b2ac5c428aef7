import { assetsOf, type AssetUse, type Timeline } from '#libs/timeline';
import { FootagePlayers } from './footage/footage-players.js';
import type { FootageSource } from './footage/footage-source.js';
import { FontLibrary } from './fonts/font-library.js';
import { FrameError } from './frame-error.js';
import { Images } from './images/images.js';
import { Lottie } from './lottie/lottie.js';
import type { Materials } from './layers/layer-painter.js';

/** What a video is made of, already fetched and checked for size. */
export interface AssetFiles {
  /** The local path for an image's address. */
  image(url: string): string;
  /** The local path for a font's address. */
  font(url: string): string;
  /** The clip at an address; needed by timelines with video layers only. */
  clip?(url: string): FootageSource;
  /** The local path for a Lottie animation's address; needed by timelines with lottie layers only. */
  lottie?(url: string): string;
}

/** What a video's materials may cost. */
export interface MaterialLimits {
  /** Decoded pixels of images that a frame may show at most, in the size they are shown at. */
  readonly imagePixels: number;
}

/** 400 MB. */
export const DEFAULT_LIMITS: MaterialLimits = { imagePixels: 100_000_000 };

/**
 * All that a timeline is painted with. Of images and clips nothing is decoded before it is shown.
 *
 * Throws FrameError with the path of the culprit: FONT_FAILED for fonts, ASSET_UNSUPPORTED for the rest.
 */
export async function openMaterials(
  timeline: Timeline,
  assets: AssetFiles,
  limits = DEFAULT_LIMITS,
): Promise<Materials & { readonly clips: FootagePlayers; readonly images: Images }> {
  const fonts = openFonts(timeline, assets);
  const images = openImages(timeline, assets, limits);
  const lotties = await load(timeline, 'lottie', (url, path) => Lottie.read(assets.lottie!(url), path));
  const clips = openClips(timeline, assets);
  return {
    fonts,
    clips,
    images,
    image: (url) => images.image(url),
    lottie: (url) => lotties.get(url)!,
    clip: (node) => clips.shown(node),
  };
}

function openImages(timeline: Timeline, assets: AssetFiles, { imagePixels }: MaterialLimits): Images {
  const paths = new Map(assetsOf(timeline).map(({ path }) => [path.slice(0, path.indexOf(' ')), path]));
  return new Images({
    file: (url) => assets.image(url),
    pathOf: (key) => paths.get(key.replace(/\.mask$/, '')) ?? key,
    maxPixels: imagePixels,
  });
}

function openClips(timeline: Timeline, assets: AssetFiles): FootagePlayers {
  const uses = assetsOf(timeline).filter(({ kind }) => kind === 'video');
  const sources = new Map(uses.map(({ url }) => [url, assets.clip?.(url)]));
  return new FootagePlayers({
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

function openFonts(timeline: Timeline, assets: AssetFiles): FontLibrary {
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

/** What is loaded of each address of a kind, once. */
async function load<T>(
  timeline: Timeline,
  kind: AssetUse['kind'],
  read: (url: string, path: string) => Promise<T>,
): Promise<Map<string, T>> {
  const loaded = new Map<string, T>();
  for (const use of assetsOf(timeline)) {
    if (use.kind === kind && !loaded.has(use.url)) loaded.set(use.url, await read(use.url, use.path));
  }
  return loaded;
}
