import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from './client.ts';
import { CREDITS } from './query-keys.ts';

/** The threshold below which the organization is alerted, and whether its balance is. */
export const alertQuery = queryOptions({
  queryKey: CREDITS.alert,
  queryFn: ({ signal }) => unwrap(api.GET('/credits/alert', { signal })),
  staleTime: 30_000,
  refetchInterval: 60_000,
});

/** The credits of the organization. */
export const creditsQuery = queryOptions({
  queryKey: CREDITS.all,
  queryFn: ({ signal }) => unwrap(api.GET('/credits', { signal })),
});
