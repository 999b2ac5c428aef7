import { stat } from 'node:fs/promises';
import { FetchError, type FetchedFile, type FetchLimits } from '#libs/net-guard';
import type { SharedFiles } from '../shared-files.js';
import type { FetchOptions } from './fetch-asset.js';

/**
 * Fetches the files of an order once for all of its videos: every size shows what an address had when the first one was
 * rendered. What another video has fetched counts as this one's, too.
 */
export function sharedFetcher(
  order: string,
  fetcher: FetchOptions['fetcher'],
  shared: SharedFiles,
): FetchOptions['fetcher'] {
  return {
    fetchToFile: async (url: string, path: string, limits: FetchLimits): Promise<FetchedFile> => {
      let fetched: FetchedFile | undefined;
      const fetch = async (): Promise<void> => void (fetched = await fetcher.fetchToFile(url, path, limits));
      const wanted = { of: ['fetched', order, url], output: path, signal: limits.signal };
      const sha256 = await shared.bring(wanted, fetch);
      if (fetched) return fetched;
      const { size: bytes } = await stat(path);
      if (bytes > limits.maxBytes) throw new FetchError('TOO_LARGE', `is larger than ${limits.maxBytes} bytes`);
      limits.onBytes?.(bytes);
      return { bytes, sha256: sha256!, contentType: '' };
    },
  };
}
