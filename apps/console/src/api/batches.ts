import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, unwrap, type VideoRequest } from '#libs/client';
import { api } from './client.ts';
import { BATCHES } from './query-keys.ts';
import { PAGE_SIZE } from './list-search.ts';

export type Batch = components['schemas']['Batch'];
export type BatchValidation = components['schemas']['BatchValidation'];

/** Interval at which a batch is read again while it is rendered, ms. */
const RENDERING_REFRESH_MS = 2_000;
const REFRESH_MS = 15_000;

const isRunning = (batch: Batch): boolean => batch.status === 'PROCESSING';

export const batchesQuery = (offset: number) =>
  queryOptions({
    queryKey: BATCHES.list(offset),
    queryFn: ({ signal }) => unwrap(api.GET('/batches', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => (state.data?.data.some(isRunning) ? RENDERING_REFRESH_MS : REFRESH_MS),
  });

export const batchQuery = (id: string) =>
  queryOptions({
    queryKey: BATCHES.one(id),
    queryFn: ({ signal }) => unwrap(api.GET('/batches/{id}', { params: { path: { id } }, signal })),
    refetchInterval: ({ state }) => (state.data && isRunning(state.data) ? RENDERING_REFRESH_MS : false),
  });

/** A CSV file and what its columns set, as `POST /batches` takes them. */
export interface BatchRequest {
  readonly csv: string;
  readonly mapping: Readonly<Record<string, string>>;
  readonly template_id: string;
  readonly version: number;
  readonly format: VideoRequest['format'];
  readonly test: boolean;
  readonly name: string;
}

/** Sends the file unchanged. The API reads it, so a check here equals that of a program's request. */
function call({ csv, mapping, name, ...query }: BatchRequest) {
  return {
    params: { query: { ...query, mapping: JSON.stringify(mapping), ...(name !== '' && { name }) } },
    headers: { 'Content-Type': 'text/csv' },
    body: csv as never, // the types know the JSON body only
    bodySerializer: () => csv,
  };
}

/** Checks every row without creating anything. */
export function validateBatch(request: BatchRequest): Promise<BatchValidation> {
  return unwrap(api.POST('/batches/validate', call(request)));
}

/** @param key repeats of a request with the same key create one batch */
export function createBatch(request: BatchRequest, key: string): Promise<Batch> {
  const { params, ...rest } = call(request);
  return unwrap(api.POST('/batches', { ...rest, params: { ...params, header: { 'Idempotency-Key': key } } }));
}
