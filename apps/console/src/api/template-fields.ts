import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import { api } from './client.ts';
import { TEMPLATES } from './query-keys.ts';

export type TemplateField = components['schemas']['TemplateField'];

/** Most entries of one response of the API. */
const MOST = 100;

/** Everything that a request may change in a version of a template. */
export const templateFieldsQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: TEMPLATES.fields(id, version),
    queryFn: ({ signal }) => readFields(id, { version }, signal),
    staleTime: Infinity, // a version never changes
  });

/** Everything that a request may change once a draft without faults is published. */
export const draftFieldsQuery = (id: string, revision: number) =>
  queryOptions({
    queryKey: TEMPLATES.draftFields(id, revision),
    queryFn: ({ signal }) => readFields(id, { draft: true }, signal),
    placeholderData: keepPreviousData,
  });

async function readFields(
  id: string,
  which: { version: number } | { draft: true },
  signal: AbortSignal,
): Promise<readonly TemplateField[]> {
  const fields: TemplateField[] = [];
  for (;;) {
    const query = { ...which, limit: MOST, offset: fields.length };
    const page = await unwrap(api.GET('/templates/{id}/fields', { params: { path: { id }, query }, signal }));
    fields.push(...page.data);
    if (page.data.length < MOST) return fields;
  }
}
