import { assetsOf, type AssetUse, layOut, type Timeline } from '#libs/timeline';
import { FootageInView } from './footage/footage-in-view.js';
import type { FootageSource } from './footage/footage-source.js';
import { FontLibrary } from './fonts/font-library.js';
import { FrameError } from './frame-error.js';
import { Images, type ImageStock } from './images/images.js';
import { Lottie } from './lottie/lottie.js';
import { textMeasurer } from './layers/measure-texts.js';
import type { RenderResources } from './render-resources.js';

/** The files of a video, fetched and checked. */
export interface AssetFiles {
  /** The local path for an image's address. */
  image(url: string): string;
  /** The local path for a font's address. */
  font(url: string): string;
  /** The footage at an address; needed by timelines with video layers only. */
  footage?(url: string): FootageSource;
  /** The local path for a Lottie animation's address; needed by timelines with lottie layers only. */
  lottie?(url: string): string;
}

/** Limits for the resources of a video. */
export interface ResourceLimits {
  /** Decoded pixels of the images in one frame, at the size they are shown. */
  readonly imagePixels: number;
}

/** 400 MB. */
export const DEFAULT_LIMITS: ResourceLimits = { imagePixels: 100_000_000 };

/** Receives the fault of a file; the others are still opened. */
type OnFault = (file: Pick<AssetUse, 'kind' | 'url'>, error: FrameError) => void;

const fail: OnFault = (_file, error) => {
  throw error;
};

/** Resources that are prepared frame by frame, and closed. */
export interface OpenResources extends RenderResources {
  readonly players: FootageInView;
  readonly images: Images;
  /** The timeline, its boxes laid out with the fonts. */
  readonly timeline: Timeline;
}

/** Options for opening resources. */
export interface Opening {
  readonly limits?: ResourceLimits | undefined;
  /** Taken over from a video with the same fonts, whose addresses have the same files. */
  readonly kept?: Pick<OpenResources, 'fonts' | 'images'> | undefined;
  /** Receives FrameErrors with the path of the layer: FONT_FAILED for fonts, ASSET_UNSUPPORTED for Lottie files; by default they are thrown. */
  readonly onFault?: OnFault;
}

/**
 * Opens the resources of a timeline, and lays it out with its fonts. Images and footage are decoded later, when a frame
 * shows them.
 */
export async function openResources(
  timeline: Timeline,
  assets: AssetFiles,
  { limits = DEFAULT_LIMITS, kept, onFault = fail }: Opening,
): Promise<OpenResources> {
  const fonts = kept?.fonts ?? openFonts(timeline, assets, onFault);
  const stock = imageStock(timeline, assets, limits);
  const images = kept?.images ?? new Images(stock);
  images.serve(stock);
  const lotties = await openLotties(timeline, assets, onFault);
  const players = openFootage(timeline, assets);
  return {
    fonts,
    players,
    images,
    timeline: layOut(timeline, textMeasurer(fonts)),
    image: (url) => images.image(url),
    lottie: (url) => lotties.get(url)!,
    footage: (node) => players.shown(node),
  };
}

function imageStock(timeline: Timeline, assets: AssetFiles, { imagePixels }: ResourceLimits): ImageStock {
  const paths = new Map(assetsOf(timeline).map(({ path }) => [path.slice(0, path.indexOf(' ')), path]));
  return {
    file: (url) => assets.image(url),
    pathOf: (key) => paths.get(key.replace(/\.mask$/, '')) ?? key,
    maxPixels: imagePixels,
  };
}

function openFootage(timeline: Timeline, assets: AssetFiles): FootageInView {
  const uses = assetsOf(timeline).filter(({ kind }) => kind === 'video');
  const sources = new Map(uses.map(({ url }) => [url, assets.footage?.(url)]));
  return new FootageInView({
    fps: timeline.fps,
    frame: { width: timeline.width, height: timeline.height },
    source: (url) => {
      const source = sources.get(url);
      if (!source) throw new Error(`no footage was given for ${url}`);
      return source;
    },
    pathOf: (url) => uses.find((use) => use.url === url)!.path,
  });
}

function openFonts(timeline: Timeline, assets: AssetFiles, onFault: OnFault): FontLibrary {
  const fonts = new FontLibrary();
  for (const { family, sourceUrl: url, weight, italic, path } of timeline.fonts) {
    try {
      fonts.add(family, { file: assets.font(url), weight, italic });
    } catch (cause) {
      const error = new FrameError('FONT_FAILED', path, `the font "${family}" cannot be read`, { cause });
      onFault({ kind: 'font', url }, error);
    }
  }
  return fonts;
}

/** Loads every Lottie animation once. */
async function openLotties(timeline: Timeline, assets: AssetFiles, onFault: OnFault): Promise<Map<string, Lottie>> {
  const uses = assetsOf(timeline).filter(({ kind }) => kind === 'lottie');
  const loaded = new Map<string, Lottie>();
  const tried = new Set<string>();
  for (const { kind, url, path } of uses) {
    if (tried.has(url)) continue;
    tried.add(url);
    try {
      loaded.set(url, await Lottie.read(assets.lottie!(url), path));
    } catch (error) {
      if (!(error instanceof FrameError)) throw error;
      onFault({ kind, url }, error);
    }
  }
  return loaded;
}
