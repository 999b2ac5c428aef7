import { link } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { Injectable } from '@nestjs/common';
import { text } from 'node:stream/consumers';
import pLimit from 'p-limit';
import { type ClaimReply, type RenderOutput, type RenderPart, type RenderPlan } from '#libs/contracts';
import type { AssetEntries, RenderedVideo, StepInputs } from '#libs/render';
import { Logger } from '#libs/runtime';
import { contentTypeOf, MissingObjectError, ObjectStore, StorageError } from '#libs/storage';
import type { SlotPlace } from '../slots/slot-pool.js';
import { MissingInputs } from './end-reasons.js';

const RETRY_MS = 2_000;
/** Files of an attempt that are read at the same time. */
const TRANSFERS_AT_ONCE = 4;

/**
 * Reads plans from storage and uploads finished files. Retries while storage is unavailable, until the attempt's signal
 * aborts: a file took minutes to draw, so waiting is cheaper than drawing it again.
 */
@Injectable()
export class RenderFiles {
  constructor(
    private readonly store: ObjectStore,
    private readonly log: Logger,
  ) {}

  /** The plan of a claim; read from storage where the claim contains only its key. */
  async planOf(claim: ClaimReply & { granted: true }, signal: AbortSignal): Promise<RenderPlan> {
    if ('plan' in claim) return claim.plan;
    const { plan_key } = claim;
    return this.patiently(signal, async () => {
      await using object = await this.store.open(plan_key);
      if (!object) throw new MissingObjectError(plan_key);
      return JSON.parse(await text(object.stream)) as RenderPlan;
    });
  }

  /**
   * Fetches the files of earlier steps of a video into the folder of an attempt. Undefined: the step needs nothing.
   *
   * @throws MissingInputs that names all of the plan's inputs that are not in storage any more
   */
  async inputsOf(plan: RenderPlan, place: SlotPlace, signal: AbortSignal): Promise<StepInputs | undefined> {
    const { assets_key, sound_key, parts } = plan;
    if (parts && sound_key !== undefined) return this.partsOf(parts, sound_key, place, signal);
    if (assets_key === undefined) return undefined;
    try {
      return { assets: await this.assetsOf(assets_key, place, signal) };
    } catch (error) {
      throw error instanceof MissingObjectError ? new MissingInputs([assets_key]) : error;
    }
  }

  /**
   * Stores the file of a step, and the poster if the step drew it, under keys that contain the attempt's epoch.
   *
   * @throws AlteredFileError for a file that has changed since it was written
   */
  async upload(
    plan: RenderPlan,
    video: RenderedVideo,
    { cache }: SlotPlace,
    signal: AbortSignal,
  ): Promise<RenderOutput> {
    const key = plan.output_key;
    const put = (to: string, file: string, sha256?: string) =>
      this.patiently(signal, () => this.store.putFile(to, file, { contentType: contentTypeOf(to), sha256 }));
    for (const name of video.assets ?? []) await put(assetKey(key, name), join(cache, checkedName(name)));
    await put(key, video.file, video.sha256);
    const output = { key, file_size: video.fileSize, frames: video.frames, duration: video.durationS };
    if (video.poster === undefined) return output;
    const poster_key = key.replace(/\.\w+$/, '.jpg');
    await put(poster_key, video.poster);
    return { ...output, poster_key };
  }

  private async partsOf(
    parts: readonly RenderPart[],
    soundKey: string,
    { folder }: SlotPlace,
    signal: AbortSignal,
  ): Promise<StepInputs> {
    const files = parts.map(({ segment }) => join(folder, `part-${segment}`));
    const sound = join(folder, 'sound');
    const wanted = [...parts.map(({ key }, index) => ({ key, file: files[index]! })), { key: soundKey, file: sound }];
    const missing: string[] = [];
    await pLimit(TRANSFERS_AT_ONCE).map(wanted, async ({ key, file }) => {
      try {
        await this.patiently(signal, () => this.store.getToFile(key, file));
      } catch (error) {
        if (!(error instanceof MissingObjectError)) throw error;
        missing.push(key);
      }
    });
    if (missing.length > 0) throw new MissingInputs(missing);
    return { parts: files, sound };
  }

  /** Files that the slot has already are linked, not fetched: many steps of a video need the same ones. */
  private async assetsOf(key: string, { folder, cache }: SlotPlace, signal: AbortSignal): Promise<AssetEntries> {
    const list = await this.patiently(signal, async () => {
      await using object = await this.store.open(key);
      if (!object) throw new MissingObjectError(key);
      return JSON.parse(await text(object.stream)) as AssetEntries;
    });
    const names = [...new Set(list.map(([, { file }]) => checkedName(file)))];
    await pLimit(TRANSFERS_AT_ONCE).map(names, async (name) => {
      const isHere = await link(join(cache, name), join(folder, name)).then(
        () => true,
        () => false,
      );
      if (!isHere) await this.patiently(signal, () => this.store.getToFile(assetKey(key, name), join(folder, name)));
    });
    return list.map(([use, asset]) => [use, { ...asset, file: join(folder, asset.file) }]);
  }

  /**
   * Repeats work while storage is unavailable.
   *
   * @throws the signal's reason after an abort, and errors that a retry would not change
   */
  private async patiently<T>(signal: AbortSignal, work: () => Promise<T>): Promise<T> {
    for (;;) {
      try {
        return await work();
      } catch (error) {
        if (!(error instanceof StorageError && error.isTemporary)) throw error;
        this.log.warn('storage.unavailable', { error });
        await delay(RETRY_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
      }
    }
  }
}

/** The key of a file that all steps of a video use: by its content, beside the attempts of the video. */
function assetKey(outputKey: string, name: string): string {
  return `${dirname(outputKey)}/assets/${name}`;
}

/**
 * Checks the name of a cached file. A slot parses files of callers, so it may name files of its cache only. @throws
 * Error for anything but a hash
 */
function checkedName(name: string): string {
  if (!/^[0-9a-f]{64}$/.test(name)) throw new Error(`an asset is named ${JSON.stringify(name)}`);
  return name;
}
