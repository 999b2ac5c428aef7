import { expect, it } from '@jest/globals';
import { DEFAULT_TOOLS } from '#libs/encode';
import { temporaryFolder } from '#libs/testing';
import { AssetLibrary } from './asset-library.js';
import { ContentCache } from './content-cache.js';
import { measureFiles } from './measure-files.js';

it('no file is fetched for an organization whose budget is used up', async () => {
  const cache = new ContentCache(temporaryFolder('measured'), { budgetBytes: 1e6, spareMs: 0 });
  await cache.open();
  const asked: string[] = [];
  const fetcher = {
    fetchToFile: (url: string) => {
      asked.push(url);
      return Promise.reject(new Error('fetched'));
    },
  };
  const most = 1_000;
  const maxBytes = { image: most, audio: most, video: most, font: most, caption: most, lottie: most };
  const limits = { assets: 10, bytes: most, fontBytes: most };
  const library = new AssetLibrary(
    cache,
    { fetcher, maxBytes, timeoutMs: 1_000, stallMs: 1_000, limits },
    DEFAULT_TOOLS,
  );
  const files = [{ kind: 'audio' as const, url: 'https://a.example/voice.mp3' }];
  const rules = { signal: new AbortController().signal, mayAsk: () => false };
  expect(await measureFiles(files, library, rules)).toEqual([
    { failure: 'over_budget', reason: 'the organization has had too many files measured in this minute' },
  ]);
  expect(asked).toEqual([]);
});
