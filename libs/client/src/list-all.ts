import type { MaybeOptionalInit } from 'openapi-fetch';
import type { paths } from './api-types.js';
import type { CallOptions } from './call-options.js';
import type { ApiClient } from './client.js';
import { unwrap } from './unwrap.js';

/** The paths whose GET returns a page of a list. */
export type ListPath = {
  [Path in keyof paths]: paths[Path] extends ListOperation ? Path : never;
}[keyof paths];

/** An entry of the list at a path. */
export type ListEntry<Path extends ListPath> = (paths[Path] extends ListOperation<infer Entry> ? Entry : never) &
  object;

interface ListOperation<Entry = unknown> {
  get: { responses: { 200: { content: { 'application/json': Page<Entry> } } } };
}
interface Page<Entry> {
  data: Entry[];
  pagination: { has_more: boolean };
}

/** Most entries of a page. */
const PAGE = 100;

/**
 * Every entry of a list, newest first. Pages are read as they are needed. An entry is not repeated if others are created
 * meanwhile; entries may be missed if others are deleted meanwhile.
 *
 * @param init parameters and options as for `client.GET`; `query.limit` is the size of a page
 * @throws FramewrightError; the signal's reason
 */
export async function* listAll<Path extends ListPath>(
  client: ApiClient,
  path: Path,
  ...[init]: undefined extends MaybeOptionalInit<paths[Path], 'get'>
    ? [(MaybeOptionalInit<paths[Path], 'get'> & CallOptions)?]
    : [MaybeOptionalInit<paths[Path], 'get'> & CallOptions]
): AsyncGenerator<ListEntry<Path>, void> {
  const { params, ...options } = (init ?? {}) as { params?: { query?: object } };
  const seen = new Set<unknown>();
  for (let offset = 0; ;) {
    const query = { limit: PAGE, ...params?.query, offset };
    const read = client.GET as (path: Path, init: object) => Parameters<typeof unwrap<Page<ListEntry<Path>>>>[0];
    const { data, pagination } = await unwrap(read(path, { ...options, params: { ...params, query } }));
    for (const entry of data) {
      const { id = entry } = entry as { id?: unknown };
      if (seen.has(id)) continue; // entries created since the page before have moved it down
      seen.add(id);
      yield entry;
    }
    if (!pagination.has_more || data.length === 0) return;
    offset += data.length;
  }
}
