import type { AssetUse } from '#libs/timeline';
import type { AssetEntries, AssetLibrary } from './asset-library.js';
import { RenderError } from '../render-error.js';

/** The files of a document that could be fetched, and the others. */
export interface AvailableAssets {
  assets: AssetEntries;
  /** Places in the document whose files are missing, in document order, with the reason as a sentence. */
  warnings: [path: string, sentence: string][];
}

/** Files that are fetched at most: validation is free, so a document must not make us send any number of requests. */
const MOST_FILES = 100;

/** Time limit for fetching all files, ms. Later ones count as missing. */
const PATIENCE_MS = 4_000;

/**
 * Fetches files and leaves out those that fail, so that one inspection finds every fault.
 *
 * @throws the signal's reason after an abort
 */
export async function fetchAvailableAssets(
  uses: readonly AssetUse[],
  library: AssetLibrary,
  signal: AbortSignal,
): Promise<AvailableAssets> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const failures: { use: AssetUse; error: unknown }[] = [];
  const either = AbortSignal.any([signal, patience]);
  const first = firstFiles(uses, MOST_FILES);
  const { entries } = await library.gatherSome(first.uses, either, (use, error) => failures.push({ use, error }));
  signal.throwIfAborted();
  const faults = new Map<string, string>();
  for (const use of uses) {
    if (!first.files.has(nameOf(use))) {
      faults.set(use.path, `${use.path}: the ${use.kind} was not looked at, as ${MOST_FILES} files were before it`);
      continue;
    }
    const failed = failures.find((each) => each.use.kind === use.kind && each.use.url === use.url);
    if (failed) faults.set(use.path, warningOf(failed.error, { named: failed.use, use, isLate: patience.aborted }));
  }
  return { assets: entries, warnings: [...faults] };
}

function nameOf({ kind, url }: AssetUse): string {
  return `${kind} ${url}`;
}

/** The first `most` different files, and every use of them. */
function firstFiles(uses: readonly AssetUse[], most: number): { files: Set<string>; uses: AssetUse[] } {
  const files = new Set([...new Set(uses.map(nameOf))].slice(0, most));
  return { files, uses: uses.filter((use) => files.has(nameOf(use))) };
}

/** @param named the use of the same file whose path the error contains */
function warningOf(
  error: unknown,
  { named, use, isLate }: { named: AssetUse; use: AssetUse; isLate: boolean },
): string {
  if (error instanceof RenderError) return error.message.replace(named.path, () => use.path);
  if (!isLate) throw error;
  return `${use.path}: the ${use.kind} did not come within ${PATIENCE_MS / 1_000} s and was not looked at`;
}
