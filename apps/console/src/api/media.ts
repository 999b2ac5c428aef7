import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from './client.ts';
import { ASSETS } from './query-keys.ts';
import { PAGE_SIZE, type TextSearch } from './list-search.ts';

export type Asset = components['schemas']['Asset'];

/** Time for which the API waits for a file, ms. */
const UPLOAD_TIMEOUT_MS = 70_000;

export const mediaQuery = ({ offset = 0, search }: TextSearch) =>
  queryOptions({
    queryKey: ASSETS.list({ offset, search }),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/assets', { params: { query: { limit: PAGE_SIZE, offset, search } }, signal })),
    placeholderData: keepPreviousData,
  });

/** The newest files, as many as one response has. */
export const mediaChoicesQuery = queryOptions({
  queryKey: ASSETS.choices,
  queryFn: async ({ signal }) => (await unwrap(api.GET('/assets', { params: { query: { limit: 100 } }, signal }))).data,
});

/** The organization's use of its quota of assets. */
export const mediaUsageQuery = queryOptions({
  queryKey: ASSETS.usage,
  queryFn: ({ signal }) => unwrap(api.GET('/assets/usage', { signal })),
});

/** Stores a file. The API judges its kind by the content. */
export function uploadAsset(file: File): Promise<Asset> {
  return unwrap(
    api.POST('/assets', {
      params: { query: { name: file.name.slice(0, 200) || 'file' } },
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file as never, // the types of the document have bytes as a string
      bodySerializer: () => file,
      timeoutMs: UPLOAD_TIMEOUT_MS,
      retries: 0,
    }),
  );
}

/** The address of an uploaded file, as {@link fileAddress} gives that of a video's. */
export function mediaAddress(url: string): string {
  return `/assets/media/${new URL(url).pathname.split('/').slice(-2).join('/')}`;
}
