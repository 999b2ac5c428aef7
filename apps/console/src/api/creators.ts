import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from './client.ts';
import { ORGANIZATION } from './query-keys.ts';

/** Most entries of one response of the API. */
const MOST = 100;

/** The newest keys, for a choice. */
export const keyChoicesQuery = queryOptions({
  queryKey: [...ORGANIZATION.keys, 'choices'],
  queryFn: async ({ signal }) => (await unwrap(api.GET('/keys', { params: { query: { limit: MOST } }, signal }))).data,
  staleTime: 60_000,
});

/** The newest members, for a choice. */
export const memberChoicesQuery = queryOptions({
  queryKey: [...ORGANIZATION.members, 'choices'],
  queryFn: async ({ signal }) =>
    (await unwrap(api.GET('/members', { params: { query: { limit: MOST } }, signal }))).data,
  staleTime: 60_000,
});
