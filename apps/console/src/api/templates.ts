import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from './client.ts';

/** As many as one answer of the API holds. */
const MOST = 100;

/** The newest templates, without their documents. */
export const templateChoicesQuery = queryOptions({
  queryKey: ['templates', 'choices'],
  queryFn: ({ signal }) => unwrap(api.GET('/templates', { params: { query: { limit: MOST } }, signal })),
});

/** A template with its document; without a version the newest. */
export const templateQuery = (id: string, version?: number) =>
  queryOptions({
    queryKey: ['templates', id, version ?? 'newest'],
    queryFn: ({ signal }) =>
      unwrap(api.GET('/templates/{id}', { params: { path: { id }, query: { version } }, signal })),
  });
