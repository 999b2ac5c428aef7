import { rm } from 'node:fs/promises';
import { basename } from 'node:path';
import pLimit from 'p-limit';
import { countedSoundS, FootageFile, type FfmpegTools, type ResolvedSound } from '#libs/encode';
import { errnoOf } from '#libs/errors';
import type { CaptionCue } from '#libs/template';
import type { AssetUse } from '#libs/timeline';
import { AssetBudget, type AssetLimits } from './asset-budget.js';
import { checkAsset, type CheckedAsset, soundDurationS } from './check-asset.js';
import type { ContentCache } from './content-cache.js';
import type { SharedFiles } from '../shared-files.js';
import type { SharedPictures } from '../shared-pictures.js';
import { fetchAsset, type FetchOptions, type FetchWatch } from './fetch-asset.js';
import { sharedFetcher } from './shared-fetcher.js';

/** Number of fetches in progress at once for one video. */
const FETCHES_AT_ONCE = 8;
/** Files checked at the same time, over all work in progress: an image is read into memory whole. */
const CHECKS_AT_ONCE = 8;

/** The properties of a file that the sound mix needs. */
export type SoundSource = Pick<
  ResolvedSound,
  'file' | 'sourceDurationS' | 'sourceChannels' | 'hasPicture' | 'pictureDurationS'
>;

/** Fetched and checked files by kind and address; serializable, to be sent to another process. */
export type AssetEntries = [key: string, asset: CheckedAsset][];

/** The order that a video belongs to, and what keeps decoded pictures for its further sizes. */
interface PictureKeeping {
  order: string | undefined;
  pictures: SharedPictures | undefined;
}

/** The fetched and checked files of one video. */
export class JobAssets {
  private readonly checked: ReadonlyMap<string, CheckedAsset>;

  constructor(
    readonly entries: AssetEntries,
    private readonly tools: FfmpegTools,
    private readonly keeping?: PictureKeeping,
  ) {
    this.checked = new Map(entries);
  }

  /** The paths by kind and address; equal paths have equal content. */
  get files(): ReadonlyMap<string, string> {
    return new Map(this.entries.map(([key, { file }]) => [key, file]));
  }

  image(url: string): string {
    return this.get('image', url).file;
  }

  font(url: string): string {
    return this.get('font', url).file;
  }

  footage(url: string): FootageFile {
    const { file, media } = this.get('video', url);
    const { order, pictures } = this.keeping ?? {};
    const keep = order === undefined ? undefined : pictures?.of(order, basename(file));
    return new FootageFile(file, media!, this.tools, keep);
  }

  lottie(url: string): string {
    return this.get('lottie', url).file;
  }

  /** The cues of a subtitle file. */
  cues(url: string): readonly CaptionCue[] {
    return this.get('caption', url).cues!;
  }

  /** The sound of an audio file or of footage; null for silent footage. */
  sound(url: string): SoundSource | null {
    const { file, media } = this.checked.get(keyOf({ kind: 'video', url })) ?? this.get('audio', url);
    if (!media?.audio || soundDurationS(media) <= 0) return null;
    return {
      file,
      sourceDurationS: soundDurationS(media),
      sourceChannels: media.audio.channels,
      hasPicture: media.video !== undefined,
      pictureDurationS: media.video?.durationS ?? media.durationS,
    };
  }

  private get(kind: AssetUse['kind'], url: string): CheckedAsset {
    const asset = this.checked.get(keyOf({ kind, url }));
    if (!asset) throw new Error(`the timeline did not announce this ${kind}: ${url}`);
    return asset;
  }
}

/** Options for fetching assets, and the limits for those of one video. */
export interface LibraryOptions extends FetchOptions {
  limits: AssetLimits;
  /** Files that orders have fetched. Absent: each video fetches its own. */
  shared?: SharedFiles | undefined;
  /** Decoded pictures of footage of orders. Absent: each video decodes its own. */
  pictures?: SharedPictures | undefined;
}

/** Options for fetching some of a video's assets. The callbacks are called once per address. */
export interface GatherOptions {
  signal: AbortSignal;
  onFailure: (use: AssetUse, error: unknown) => void;
  /** Most files that are fetched. Default: all. */
  most?: number;
  /** Called for assets beyond the limit. */
  onSkipped?: (use: AssetUse) => void;
  /** Whether a request may be sent; called for each, repeated ones included. Default: always. */
  mayAsk?: (url: string) => boolean;
  /** The order that the video belongs to, whose videos have the same files. Absent: it is alone. */
  order?: string | undefined;
}

/** The fetching of one video's assets. */
interface Gathering {
  budget: AssetBudget;
  signal: AbortSignal;
  mayAsk?: (url: string) => boolean;
  fetcher: FetchOptions['fetcher'];
}

/**
 * Fetches and checks the assets of videos. Every video fetches its addresses again, because a file may have changed, but the
 * videos of one order do so once; equal content is stored once and checked once.
 */
export class AssetLibrary {
  /** Checks by kind and path in the cache. */
  private readonly known = new Map<string, CheckedAsset>();
  private readonly checking = pLimit(CHECKS_AT_ONCE);

  constructor(
    private readonly cache: ContentCache,
    private readonly options: LibraryOptions,
    private readonly tools: FfmpegTools,
  ) {}

  /**
   * Makes room for, fetches and checks all of `uses`. The first failure aborts the others.
   *
   * @param order the order that the video belongs to, if that has others
   * @throws as `fetchAsset` and `checkAsset`
   */
  async gather(uses: readonly AssetUse[], signal: AbortSignal, order?: string): Promise<JobAssets> {
    const failure = new AbortController();
    const either = AbortSignal.any([signal, failure.signal]);
    const onFailure = (_use: AssetUse, error: unknown) => failure.abort(error);
    const assets = await this.gatherSome(uses, { signal: either, onFailure, order });
    either.throwIfAborted();
    return assets;
  }

  /** Takes over files, named by the hash of their content, that another process has fetched and checked. */
  async adopt(entries: AssetEntries): Promise<JobAssets> {
    const doneWith = this.cache.spareFromNowOn();
    try {
      this.forget(await this.cache.trim());
      const paths = new Map<string, string>();
      for (const file of new Set(entries.map(([, asset]) => asset.file))) {
        const { path, removed } = await this.cache.keep(file, basename(file));
        this.forget(removed);
        paths.set(file, path);
      }
      const kept = entries.map(([key, asset]): AssetEntries[number] => [
        key,
        { ...asset, file: paths.get(asset.file)! },
      ]);
      return new JobAssets(kept, this.tools);
    } finally {
      doneWith();
    }
  }

  /** Gathers files as {@link gather}, but leaves out those that fail. */
  async gatherSome(
    uses: readonly AssetUse[],
    { signal, most = Infinity, onFailure, onSkipped, mayAsk, order }: GatherOptions,
  ): Promise<JobAssets> {
    const doneWith = this.cache.spareFromNowOn();
    const entries: AssetEntries = [];
    const { limits, fetcher: own, shared, pictures } = this.options;
    const fetcher = order !== undefined && shared ? sharedFetcher(order, own, shared) : own;
    const gathering = { budget: new AssetBudget(limits), signal, fetcher, ...(mayAsk && { mayAsk }) };
    const bring = async (key: string, use: AssetUse): Promise<void> => {
      try {
        entries.push([key, await this.bring(use, gathering)]);
      } catch (error) {
        onFailure(use, error);
      }
    };
    try {
      this.forget(await this.cache.trim());
      const wanted = [...new Map(uses.map((use) => [keyOf(use), use]))];
      const admitted = this.admitted(wanted, gathering, onFailure);
      for (const [, use] of admitted.splice(most)) onSkipped?.(use);
      await pLimit(FETCHES_AT_ONCE).map(admitted, ([key, use]) => bring(key, use));
      return new JobAssets(entries, this.tools, { order, pictures });
    } finally {
      doneWith();
    }
  }

  /** Seconds that the sound of a file plays, which is counted where the file does not state it. */
  soundS({ file, media }: CheckedAsset, signal: AbortSignal): Promise<number> {
    const { container } = media!;
    const sound = { container, statedS: soundDurationS(media!) };
    return this.checking(() => countedSoundS(file, sound, this.tools, signal));
  }

  /** The uses within the limit for the number of files. Runs before anything is fetched. */
  private admitted(
    wanted: [key: string, use: AssetUse][],
    { budget }: Gathering,
    onFailure: (use: AssetUse, error: unknown) => void,
  ): [key: string, use: AssetUse][] {
    return wanted.filter(([, use], index) => {
      try {
        budget.admit(use, index);
        return true;
      } catch (error) {
        onFailure(use, error);
        return false;
      }
    });
  }

  private forget(files: readonly string[]): void {
    const removed = new Set(files);
    for (const [key] of this.known) if (removed.has(key.slice(key.indexOf(' ') + 1))) this.known.delete(key);
  }

  private async bring(use: AssetUse, gathering: Gathering): Promise<CheckedAsset> {
    const { budget, signal } = gathering;
    const fetched = this.cache.newPath();
    try {
      const sha256 = await this.fetch(use, fetched, gathering);
      const { path, removed } = await this.cache.keep(fetched, sha256);
      this.forget(removed);
      const checked = await this.check(use, path, signal);
      if (checked.unpackedBytes !== undefined) budget.addFont(use.path, checked.unpackedBytes);
      return checked;
    } finally {
      await rm(fetched, { force: true });
    }
  }

  /** Fetches an asset. On a full disk it removes every file that no video in progress uses, and retries. */
  private async fetch(use: AssetUse, path: string, { fetcher, budget, signal, mayAsk }: Gathering): Promise<string> {
    const options = { ...this.options, fetcher };
    const watch: FetchWatch = { signal, count: budget.countFile(), ...(mayAsk && { mayAsk }) };
    try {
      return (await fetchAsset(use, path, options, watch)).sha256;
    } catch (error) {
      if (errnoOf(error) !== 'ENOSPC') throw error;
      const removed = await this.cache.empty();
      this.forget(removed);
      if (removed.length === 0) throw error;
      return (await fetchAsset(use, path, options, watch)).sha256;
    }
  }

  /**
   * Checks a file, or returns its earlier check. Only successful checks are kept: a running or failed one is tied to
   * its job's signal and path.
   */
  private async check(use: AssetUse, file: string, signal: AbortSignal): Promise<CheckedAsset> {
    const key = keyOf({ kind: use.kind, url: file });
    const known = this.known.get(key);
    if (known) return known;
    const checked = await this.checking(() => checkAsset[use.kind](file, use.path, this.tools, signal));
    this.known.set(key, checked);
    return checked;
  }
}

/** The key of a file among {@link AssetEntries}. */
export function keyOf({ kind, url }: Pick<AssetUse, 'kind' | 'url'>): string {
  return `${kind} ${url}`;
}
