import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import { type components, unwrap } from '#libs/client';
import type { JsonObject } from '#libs/document';
import { api } from './client.ts';
import { PAGE_SIZE } from './list-search.ts';
import { BRAND } from './query-keys.ts';

export type OrganizationBrand = components['schemas']['OrganizationBrand'];
/** A component with its contents, as JSON. */
export type OpenedComponent = Omit<SharedComponent, 'component'> & { component: JsonObject };
export type SharedComponent = components['schemas']['SharedComponent'];

export const brandQuery = queryOptions({
  queryKey: BRAND.own,
  queryFn: ({ signal }) => unwrap(api.GET('/brand', { signal })),
});

/** A page of the components, without their contents. */
export const componentsQuery = (offset = 0) =>
  queryOptions({
    queryKey: BRAND.componentList(offset),
    queryFn: ({ signal }) =>
      unwrap(api.GET('/components', { params: { query: { limit: PAGE_SIZE, offset } }, signal })),
    placeholderData: keepPreviousData,
  });

/** A component with its contents; without a version the newest. */
export const componentQuery = (name: string, version?: number) =>
  queryOptions({
    queryKey: BRAND.component(name, version),
    queryFn: async ({ signal }) => {
      const params = { path: { name }, query: { version } };
      return (await unwrap(api.GET('/components/{name}', { params, signal }))) as OpenedComponent;
    },
  });

/** The versions of a component, newest first. */
export const componentVersionsQuery = (name: string, offset: number) =>
  queryOptions({
    queryKey: BRAND.componentVersions(name, offset),
    queryFn: ({ signal }) => {
      const params = { path: { name }, query: { limit: PAGE_SIZE, offset } };
      return unwrap(api.GET('/components/{name}/versions', { params, signal }));
    },
    placeholderData: keepPreviousData,
  });
