import type { MeasuredFile, TimedFile } from '#libs/contracts';
import type { AssetUse } from '#libs/timeline';
import { AssetError } from '../render-error.js';
import { type AssetLibrary, keyOf } from './asset-library.js';
import type { CheckedAsset } from './check-asset.js';
import { FetchBudgetUsed } from './fetch-budgets.js';

/** Time limit for all files of a request, ms: a caller waits for the answer to its order. */
const PATIENCE_MS = 6_000;

/** The rules by which files are fetched. */
interface MeasureRules {
  signal: AbortSignal;
  /** Whether the organization may have a request sent to this address. */
  mayAsk: (url: string) => boolean;
}

/**
 * Finds how long files play, in the order given. A file that fails, or does not come in time, has a reason in place of
 * its length.
 *
 * @throws the signal's reason after an abort
 */
export async function measureFiles(
  files: readonly TimedFile[],
  library: AssetLibrary,
  { signal, mayAsk }: MeasureRules,
): Promise<MeasuredFile[]> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const failures = new Map<string, MeasuredFile>();
  const uses = files.map(({ kind, url }): AssetUse => ({ kind, url, path: kind, field: kind }));
  const { entries } = await library.gatherSome(uses, {
    signal: AbortSignal.any([signal, patience]),
    mayAsk,
    onFailure: (use, error) => failures.set(keyOf(use), failureOf(error, patience.aborted)),
  });
  signal.throwIfAborted();
  const assets = new Map(entries);
  const soundS = (asset: CheckedAsset) => library.soundS(asset, signal);
  return Promise.all(
    files.map(async (file) => failures.get(keyOf(file)) ?? lengthOf(assets.get(keyOf(file))!, file.kind, soundS)),
  );
}

/** @throws any error but those of a file */
function failureOf(error: unknown, isLate: boolean): MeasuredFile {
  if (error instanceof FetchBudgetUsed) {
    return { failure: 'over_budget', reason: 'the organization has had too many files measured in this minute' };
  }
  if (error instanceof AssetError) {
    return { failure: error.mayPass ? 'unavailable' : 'refused', reason: error.reason };
  }
  if (!isLate) throw error;
  return { failure: 'unavailable', reason: `it did not come within ${PATIENCE_MS / 1_000} s` };
}

async function lengthOf(
  asset: CheckedAsset,
  kind: TimedFile['kind'],
  soundS: (asset: CheckedAsset) => Promise<number>,
): Promise<MeasuredFile> {
  const seconds = kind === 'audio' ? await soundS(asset) : shownS(asset, kind);
  return seconds > 0 ? { seconds } : { failure: 'refused', reason: 'the file does not state how long it plays' };
}

function shownS({ media, cues, durationS }: CheckedAsset, kind: Exclude<TimedFile['kind'], 'audio'>): number {
  switch (kind) {
    case 'video':
      return media?.video?.durationS ?? media?.durationS ?? 0;
    case 'caption':
      return Math.max(0, ...(cues ?? []).map(({ end }) => end));
    case 'lottie':
      return durationS ?? 0;
  }
}
