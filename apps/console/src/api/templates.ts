import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type Template, unwrap } from '#libs/client';
import { api } from './client.ts';
import { TEMPLATES } from './query-keys.ts';
import { PAGE_SIZE, type TemplateListSearch } from './list-search.ts';

/** Most entries of one response of the API. */
const MOST = 100;
/** Time for which the API waits for a file, ms. */
const IMPORT_TIMEOUT_MS = 60_000;

/** The newest templates, without their documents. */
export const templateChoicesQuery = queryOptions({
  queryKey: TEMPLATES.choices,
  queryFn: ({ signal }) => unwrap(api.GET('/templates', { params: { query: { limit: MOST } }, signal })),
});

/** A page of the templates, or of those that are archived. */
export const templatesQuery = ({ offset = 0, archived = false, search }: TemplateListSearch) =>
  queryOptions({
    queryKey: TEMPLATES.list({ offset, archived, search }),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/templates', { params: { query: { limit: PAGE_SIZE, offset, archived, search } }, signal })),
    placeholderData: keepPreviousData,
  });

/** A template with its document; without a version the newest. */
export const templateQuery = (id: string, version?: number) =>
  queryOptions({
    queryKey: TEMPLATES.one(id, version),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/templates/{id}', { params: { path: { id }, query: { version } }, signal })),
  });

/** The newest version of a template as its videos are rendered: with what it uses of its organization. */
export const renderedTemplateQuery = (id: string, version: number) =>
  queryOptions({
    queryKey: TEMPLATES.rendered(id, version),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/templates/{id}', { params: { path: { id }, query: { version, pinned: true } }, signal })),
    staleTime: Infinity, // a version never changes
  });

/** The versions of a template, newest first. */
export const templateVersionsQuery = (id: string, offset: number) =>
  queryOptions({
    queryKey: TEMPLATES.versions(id, offset),
    queryFn: ({ signal }) => {
      const params = { path: { id }, query: { limit: PAGE_SIZE, offset } };
      return unwrap(api.GET('/templates/{id}/versions', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });

/** The address of a template as a file with its uploads. */
export function exportAddress(id: string): string {
  return `/v1/templates/${id}/export`;
}

/** Makes a template from a file that {@link exportAddress} gave. */
export function importTemplate(file: File): Promise<Template> {
  return unwrap(
    api.POST('/templates/import', {
      headers: { 'Content-Type': 'application/octet-stream' },
      body: file as never, // the types of the document have bytes as a string
      bodySerializer: () => file,
      timeoutMs: IMPORT_TIMEOUT_MS,
      retries: 0,
    }),
  );
}

/** A picture of a version, or of one of its pages by its number. The renderer paints it when it is asked for. */
export function frameAddress(
  id: string,
  { version, page, width, size }: { version: number; page?: number; width: number; size?: string },
): string {
  const query = new URLSearchParams({ version: `${version}`, width: `${width}`, format: 'webp' });
  if (size !== undefined) query.set('size', size);
  if (page !== undefined) query.set('page', `${page}`);
  return `/v1/templates/${id}/frame?${query}`;
}
