import type { RenderFault } from '#libs/contracts';
import { type Remark, type Warning, warningAt } from '#libs/template';
import type { AssetUse } from '#libs/timeline';
import { AssetError } from '../render-error.js';
import type { AssetEntries, AssetLibrary } from './asset-library.js';
import { FetchBudgetUsed, FETCHES_A_MINUTE } from './fetch-budgets.js';

/** The files of a document that could be fetched, and what is known about the others, in document order. */
export interface AvailableAssets {
  assets: AssetEntries;
  /** Places in the document whose files are missing: `pages[0].layers[2] "logo"`. */
  missing: string[];
  /** Files that will fail the video. */
  faults: RenderFault[];
  /** Files that may fail the video, or were not checked. */
  warnings: Warning[];
}

/** Most files that are fetched. Validation is free, so a document must not make us send any number of requests. */
const MOST_FILES = 100;

/** Time limit for fetching all files, ms. Later ones count as missing. */
const PATIENCE_MS = 4_000;

/** The rules by which files are fetched. */
interface FetchRules {
  signal: AbortSignal;
  /** Whether the organization may have a request sent to this address. */
  mayAsk: (url: string) => boolean;
}

/**
 * Fetches files and leaves out those that fail, so that one inspection finds every fault.
 *
 * @throws the signal's reason after an abort
 */
export async function fetchAvailableAssets(
  uses: readonly AssetUse[],
  library: AssetLibrary,
  { signal, mayAsk }: FetchRules,
): Promise<AvailableAssets> {
  const patience = AbortSignal.timeout(PATIENCE_MS);
  const failures = new Map<string, AssetError | Remark>();
  const { entries } = await library.gatherSome(uses, {
    signal: AbortSignal.any([signal, patience]),
    most: MOST_FILES,
    mayAsk,
    onFailure: (use, error) => failures.set(nameOf(use), reasonOf(error, use, patience.aborted)),
    onSkipped: (use) => failures.set(nameOf(use), skipped(use)),
  });
  signal.throwIfAborted();
  const found = uses.flatMap((use) => {
    const reason = failures.get(nameOf(use));
    return reason ? [{ use, finding: findingOf(use, reason) }] : [];
  });
  return {
    assets: entries,
    missing: found.map(({ use }) => use.path),
    faults: found.flatMap(({ finding: { fault } }) => fault ?? []),
    warnings: found.flatMap(({ finding: { warning } }) => warning ?? []),
  };
}

function nameOf({ kind, url }: AssetUse): string {
  return `${kind} ${url}`;
}

/** @throws any error but those of a file */
function reasonOf(error: unknown, { kind }: AssetUse, isLate: boolean): AssetError | Remark {
  if (error instanceof AssetError) return error;
  if (error instanceof FetchBudgetUsed) return notAllowed(kind);
  if (!isLate) throw error;
  const message = `the ${kind} did not come within ${PATIENCE_MS / 1_000} s and was not checked`;
  return { code: 'ASSET_NOT_CHECKED', message };
}

function notAllowed(kind: AssetUse['kind']): Remark {
  const { all, host } = FETCHES_A_MINUTE;
  const limits = `${all} requests in a minute, ${host} of them to one host`;
  const message = `the ${kind} was not checked: validations of the organization have used up their ${limits}`;
  return { code: 'ASSET_NOT_CHECKED', message };
}

function skipped({ kind }: AssetUse): Remark {
  return { code: 'ASSET_NOT_CHECKED', message: `the ${kind} was not checked, as ${MOST_FILES} files were before it` };
}

function findingOf({ field, url }: AssetUse, reason: AssetError | Remark): { fault?: RenderFault; warning?: Warning } {
  if (!(reason instanceof AssetError)) return { warning: warningAt(field, { ...reason, value: url }) };
  const { code, reason: message, mayPass } = reason;
  if (mayPass) return { warning: warningAt(field, { code: 'ASSET_UNAVAILABLE', message, value: url }) };
  return { fault: { field, code, message, value: url } };
}
