import { setTimeout as delay } from 'node:timers/promises';
import { FetchError, type FetchedFile, type FetchFailure, type Guard } from '#libs/net-guard';
import type { AssetUse } from '#libs/timeline';
import { AssetError } from '../render-error.js';
import { type FileCount, TooManyBytes } from './asset-budget.js';
import { FetchBudgetUsed } from './fetch-budgets.js';

/** Options for fetching assets. */
export interface FetchOptions {
  /** A guard; where all addresses are trusted, anything that brings their files. */
  fetcher: Pick<Guard, 'fetchToFile'>;
  /** Most bytes, by kind of asset. */
  maxBytes: Record<AssetUse['kind'], number>;
  timeoutMs: number;
  /** Time for which a download may bring almost nothing before it is given up, ms. */
  stallMs: number;
}

/** Cancels and counts one fetch. */
export interface FetchWatch {
  signal: AbortSignal;
  count: FileCount;
  /** Whether a request may be sent. Default: always. */
  mayAsk?: (url: string) => boolean;
}

/** Delays before the second and third try after a network error, a 5xx or a 429, ms. */
const RETRY_DELAYS_MS = [300, 1_500];

const CODES: Record<Exclude<FetchFailure, 'CANCELED'>, 'ASSET_FETCH_FAILED' | 'ASSET_TOO_LARGE'> = {
  URL_REFUSED: 'ASSET_FETCH_FAILED',
  ADDRESS_REFUSED: 'ASSET_FETCH_FAILED',
  UNREACHABLE: 'ASSET_FETCH_FAILED',
  BAD_ANSWER: 'ASSET_FETCH_FAILED',
  TIMED_OUT: 'ASSET_FETCH_FAILED',
  TOO_LARGE: 'ASSET_TOO_LARGE',
};

/**
 * Fetches an asset into the file `path`; retries transient errors.
 *
 * @throws AssetError ASSET_FETCH_FAILED or ASSET_TOO_LARGE naming the place in the document, the signal's reason after an
 * abort, FetchBudgetUsed, or the file system's own error
 */
export async function fetchAsset(
  use: AssetUse,
  path: string,
  options: FetchOptions,
  { signal, count, mayAsk = () => true }: FetchWatch,
): Promise<FetchedFile> {
  const onBytes = (bytes: number) => count.add(bytes);
  const { timeoutMs, stallMs } = options;
  const limits = { maxBytes: options.maxBytes[use.kind], timeoutMs, stallMs, signal, onBytes };
  for (let tried = 0; ; tried++) {
    count.restart();
    if (!mayAsk(use.url)) throw new FetchBudgetUsed();
    try {
      return await options.fetcher.fetchToFile(use.url, path, limits);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof FetchError)) throw error;
      const delayMs = RETRY_DELAYS_MS[tried];
      if (delayMs === undefined || !isRetried(error)) throw describe(error, use, limits.maxBytes);
      await delay(delayMs, undefined, { signal }).catch(() => signal.throwIfAborted());
    }
  }
}

function isRetried({ code, status = 0 }: FetchError): boolean {
  return code === 'UNREACHABLE' || (code === 'BAD_ANSWER' && (status >= 500 || status === 429));
}

/**
 * Whether a failure may pass. Also true for a fetch that took too long, although it is not repeated for the same video.
 */
function mayPass(error: FetchError): boolean {
  return error.code === 'TIMED_OUT' || isRetried(error);
}

function describe(error: FetchError, use: AssetUse, maxBytes: number): AssetError {
  const code = error.code === 'CANCELED' ? 'ASSET_FETCH_FAILED' : CODES[error.code];
  const isTooLarge = error.code === 'TOO_LARGE' && !(error instanceof TooManyBytes);
  const reason = isTooLarge ? `is larger than ${maxBytes / 1_000_000} MB` : error.message;
  return new AssetError(code, use.path, `the ${use.kind} ${reason}`, { mayPass: mayPass(error), cause: error });
}
