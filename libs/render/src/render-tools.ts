import { join } from 'node:path';
import { type CheckedKinds, DecodeSampling, type FfmpegTools } from '#libs/encode';
import { RendererCache, type ResourceLimits } from '#libs/frames';
import type { AssetLimits } from './assets/asset-budget.js';
import { AssetLibrary } from './assets/asset-library.js';
import { ContentCache } from './assets/content-cache.js';
import type { FetchOptions } from './assets/fetch-asset.js';
import type { DiskShare } from './disk-room.js';
import type { ThreadLimits } from './drawing/draw-ahead.js';
import type { Awaiting } from './drawing/frames-ahead.js';
import { SharedFiles, type SharedFilesOptions } from './shared-files.js';
import { SharedPictures } from './shared-pictures.js';

/** Settings of all rendering in a process; serializable. */
export interface RenderSettings {
  /** Contains the cached files, in `assets`. One process at a time uses it. */
  folder: string;
  ffmpeg: FfmpegTools;
  /** Still runs are encoded once. */
  repeatsStillRuns: boolean;
  /** Limits of drawing threads; absent: the calling thread draws alone. */
  threads?: ThreadLimits;
  /** `videoLimits.bytes` is at most the share for the files of one video. */
  disk: DiskShare;
  /** Files used within this time are not removed to make room, ms: other work may use them. */
  assetSpareMs: number;
  /** Bytes reserved for painted layers, which later videos and stills use again; those of the present one included. */
  keptBytes: number;
  assetMaxBytes: FetchOptions['maxBytes'];
  assetFetchTimeoutMs: number;
  /** Time for which a file may bring almost nothing before it is given up, ms. */
  assetStallTimeoutMs: number;
  /** Files that several videos have. Absent: every video makes its own. */
  shared?: SharedFilesOptions;
  /** Decoded pictures that the sizes of an order have. Absent: every size decodes its own. */
  sharedPictures?: SharedFilesOptions;
  /** Limits for the assets of one video together. */
  videoLimits: AssetLimits & ResourceLimits;
  /** Videos that processes before this one have checked. Default: none. */
  checkedKinds?: CheckedKinds;
}

/** Connections of the rendering to the process that it runs in. */
interface RenderSurroundings {
  /** Fetches the files of documents. */
  fetcher: FetchOptions['fetcher'];
  /** Waits for a frame that another thread draws. Absent: nothing but drawing waits. */
  awaiting?: Awaiting;
  /** Called with the kind of every video whose check has found no fault. */
  onChecked?: (kind: string) => void;
}

/** Tools of all rendering in a process; their caches make the next video cheaper. */
export interface RenderTools extends Pick<RenderSettings, 'ffmpeg' | 'repeatsStillRuns' | 'threads' | 'disk'> {
  assets: AssetLibrary;
  limits: ResourceLimits;
  /** Layers that earlier videos and stills have painted. */
  painted: RendererCache;
  /** Decides which whole videos are decoded when they are checked. */
  sampling: DecodeSampling;
  /** Files that several videos have. */
  shared?: SharedFiles | undefined;
  awaiting?: Awaiting;
}

/** Makes the tools, and removes unfinished files of an earlier process from the folder. */
export async function openRenderTools(
  { folder, assetSpareMs: spareMs, keptBytes, checkedKinds, ...settings }: RenderSettings,
  { fetcher, awaiting, onChecked }: RenderSurroundings,
): Promise<RenderTools> {
  const { ffmpeg, repeatsStillRuns, threads, disk, videoLimits: limits } = settings;
  const shared = settings.shared && new SharedFiles(settings.shared);
  const pictures = settings.sharedPictures && new SharedPictures(settings.sharedPictures);
  const cache = new ContentCache(join(folder, 'assets'), { budgetBytes: disk.cache, spareMs });
  await cache.open();
  const { assetMaxBytes: maxBytes, assetFetchTimeoutMs: timeoutMs, assetStallTimeoutMs: stallMs } = settings;
  return {
    ...{ ffmpeg, repeatsStillRuns, threads, disk, limits, shared, awaiting },
    assets: new AssetLibrary(cache, { fetcher, maxBytes, timeoutMs, stallMs, limits, shared, pictures }, ffmpeg),
    painted: new RendererCache(keptBytes),
    sampling: new DecodeSampling(checkedKinds, onChecked),
  };
}
