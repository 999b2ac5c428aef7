import { queryOptions } from '@tanstack/react-query';
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
    queryFn: async ({ signal }): Promise<readonly TemplateField[]> => {
      const fields: TemplateField[] = [];
      for (;;) {
        const query = { version, limit: MOST, offset: fields.length };
        const page = await unwrap(api.GET('/templates/{id}/fields', { params: { path: { id }, query }, signal }));
        fields.push(...page.data);
        if (page.data.length < MOST) return fields;
      }
    },
    staleTime: Infinity, // a version never changes
  });
