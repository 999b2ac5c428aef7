import { queryOptions } from '@tanstack/react-query';
import { unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION } from '../../api/query-keys.ts';

export const secondFactorQuery = queryOptions({
  queryKey: SESSION.factor,
  queryFn: ({ signal }) => unwrap(api.GET('/session/second-factor', { signal })),
});
