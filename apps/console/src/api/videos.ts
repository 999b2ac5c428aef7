import { keepPreviousData, type QueryClient, queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { type components, unwrap, type Video, watch } from '#libs/client';
import { api } from './client.ts';
import { VIDEOS } from './query-keys.ts';
import { timesOf } from './days-search.ts';
import { PAGE_SIZE, type VideoListSearch } from './list-search.ts';

export type ListedVideo = components['schemas']['ListedVideo'];

/** The name under which a video is shown: its metadata, else its template's name if that is known. */
export function videoTitle({
  id,
  metadata,
  template_name,
}: Pick<ListedVideo, 'id' | 'metadata'> & Partial<Pick<ListedVideo, 'template_name'>>): string {
  return metadata?.trim() || template_name || `Video ${id.slice(0, 8)}`;
}

/** Interval at which a list is read again while one of its videos is rendered, ms. */
const RENDERING_REFRESH_MS = 2_000;
const REFRESH_MS = 15_000;

/** A page of videos; with a batch those of its rows. */
export function useVideos(search: VideoListSearch & { batch_id?: string }) {
  const { offset = 0, status, format, template: template_id, search: metadata, by: created_by, batch_id } = search;
  const filter = { status, format, template_id, metadata, created_by, batch_id, ...timesOf(search) };
  const query = { limit: PAGE_SIZE, offset, ...filter };
  return useQuery({
    queryKey: VIDEOS.list(query),
    queryFn: ({ signal }) => unwrap(api.GET('/videos', { params: { query }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) =>
      state.data?.data.some((video) => video.status === 'PROCESSING') ? RENDERING_REFRESH_MS : REFRESH_MS,
  });
}

export const videoQuery = (id: string) =>
  queryOptions({
    queryKey: VIDEOS.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/videos/{id}', { params: { path: { id } }, signal })),
  });

/** The request that a video was created from, and the number of its render attempts. */
export const videoDetailsQuery = ({ id, status }: Pick<Video, 'id' | 'status'>) =>
  queryOptions({
    queryKey: VIDEOS.details({ id, status }),
    queryFn: ({ signal }) => unwrap(api.GET('/videos/{id}/details', { params: { path: { id } }, signal })),
  });

/** A video, followed by the API's event stream until it has ended; nothing without an id. */
export function useLiveVideo(id: string | undefined) {
  const client = useQueryClient();
  const query = useQuery({ ...videoQuery(id ?? ''), enabled: id !== undefined });
  const isRunning = query.data?.status === 'PROCESSING';
  useEffect(() => {
    if (!isRunning || id === undefined) return;
    const end = new AbortController();
    void follow(id, client, end.signal);
    return () => end.abort();
  }, [id, isRunning, client]);
  return query;
}

async function follow(id: string, client: QueryClient, signal: AbortSignal): Promise<void> {
  try {
    for await (const video of watch(api, id, { signal })) rememberVideo(client, video);
  } catch {
    if (!signal.aborted) await client.invalidateQueries(videoQuery(id));
  }
  if (!signal.aborted) await client.invalidateQueries({ queryKey: VIDEOS.lists });
}

/** Puts a newer state of a video where queries find it. */
export function rememberVideo(client: QueryClient, video: Video): void {
  client.setQueryData(videoQuery(video.id).queryKey, video);
}

/**
 * The address at which this page reads a file: on its own server, whatever address the API names for other callers,
 * because the page's policy allows no other.
 */
export function fileAddress(url: string): string {
  return `/assets/videos/${new URL(url).pathname.split('/').slice(-2).join('/')}`;
}
