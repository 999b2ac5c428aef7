import { type QueryClient, queryOptions } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from '../../api/client.ts';
import { SESSION } from '../../api/query-keys.ts';

export type Passkey = components['schemas']['Passkey'];
/** Most passkeys of a user. */
const ALL = 20;

export const secondFactorQuery = queryOptions({
  queryKey: SESSION.factor,
  queryFn: ({ signal }) => unwrap(api.GET('/session/second-factor', { signal })),
});

export const passkeysQuery = queryOptions({
  queryKey: SESSION.passkeys,
  queryFn: ({ signal }) => unwrap(api.GET('/session/passkeys', { params: { query: { limit: ALL } }, signal })),
});

/** Reads again how the user signs in, after a change of it. */
export async function refreshFactors(client: QueryClient): Promise<void> {
  await Promise.all([client.invalidateQueries(secondFactorQuery), client.invalidateQueries(passkeysQuery)]);
}
