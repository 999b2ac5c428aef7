import type { Layer } from '#libs/template';
import type { AssetUse, Timeline } from '#libs/timeline';
import type { AssetEntries, AssetLibrary } from '../assets/asset-library.js';
import { RenderError } from '../render-error.js';

/** What could be had of a document's files. */
export interface AvailableAssets {
  assets: AssetEntries;
  /** Places in the document whose files are missing, in its order, and what is wrong with each, one sentence. */
  warnings: [path: string, sentence: string][];
}

/** Files that are looked at; a document with more is free to validate, and its hosts are not asked for all of them. */
const MOST_FILES = 100;

/** How long files are waited for, ms: what has come by then is looked at. */
const PATIENCE_MS = 4_000;

/**
 * Fetches files, and does without what cannot be had, so that every fault is found at once.
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
  const looked = firstFiles(uses, MOST_FILES);
  const { entries } = await library.gatherSome(looked.uses, either, (use, error) => failures.push({ use, error }));
  signal.throwIfAborted();
  const faults = new Map<string, string>();
  for (const use of uses) {
    if (!looked.files.has(nameOf(use))) {
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

/** @param named the use of the same file that the error speaks of */
function warningOf(
  error: unknown,
  { named, use, isLate }: { named: AssetUse; use: AssetUse; isLate: boolean },
): string {
  if (error instanceof RenderError) return error.message.replace(named.path, () => use.path);
  if (!isLate) throw error;
  return `${use.path}: the ${use.kind} did not come within ${PATIENCE_MS / 1_000} s and was not looked at`;
}

/** The timeline with the named layers hidden and the named fonts left out. */
export function without(timeline: Timeline, paths: ReadonlySet<string>): Timeline {
  const hide = (layers: readonly Layer[], parent: string): Layer[] =>
    layers.map((layer, index) => {
      const key = `${parent}.layers[${index}]`;
      if (paths.has(`${key} "${layer.name}"`)) return Object.assign({}, layer, { visible: false });
      return layer.type === 'group' ? Object.assign({}, layer, { layers: hide(layer.layers, key) }) : layer;
    });
  return {
    ...timeline,
    fonts: timeline.fonts.filter(({ path }) => !paths.has(path)),
    pages: timeline.pages.map((page) => ({ ...page, layers: hide(page.layers, page.key) })),
  };
}
