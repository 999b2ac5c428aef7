import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from './client.ts';
import { CREDITS } from './query-keys.ts';

/** The credits of the organization. */
export const creditsQuery = queryOptions({
  queryKey: CREDITS.all,
  queryFn: ({ signal }) => unwrap(api.GET('/credits', { signal })),
});
