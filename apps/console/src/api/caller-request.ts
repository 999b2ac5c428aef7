import type { VideoRequest } from '#libs/client';
import { type Json, type JsonObject, objectOf } from '#libs/document';
import { OWN_SIZE } from './template-sizes.ts';

/** A field that a caller may change, by its path: `variables.brand`, `1.background_color`, `1.headline.text`, `1.card.values.title`. */
export interface ChangedField {
  readonly page: number | null;
  readonly layer: string | null;
  readonly property: string;
  readonly value: Json;
}

/** Values of fields by their paths. */
export type CallerValues = ReadonlyMap<string, Json>;

/** The `modifications` of a request that sets these fields. */
export function modificationsOf(fields: readonly ChangedField[]): JsonObject {
  const variables = fields.filter(({ page }) => page === null);
  const numbers = [...new Set(fields.map(({ page }) => page).filter((page) => page !== null))].sort((a, b) => a - b);
  const pages = numbers.map((number) => pageModification(number, fields));
  return {
    ...(variables.length > 0 && { variables: properties(variables) }),
    ...(pages.length > 0 && { pages }),
  };
}

function pageModification(number: number, fields: readonly ChangedField[]): JsonObject {
  const here = fields.filter(({ page }) => page === number);
  const names = [...new Set(here.map(({ layer }) => layer).filter((layer) => layer !== null))];
  const layers = names.map((name) => ({ name, ...properties(here.filter(({ layer }) => layer === name)) }));
  return {
    number,
    ...properties(here.filter(({ layer }) => layer === null)),
    ...(layers.length > 0 && { layers }),
  };
}

function properties(fields: readonly ChangedField[]): JsonObject {
  const [values, others] = [fields.filter(isOfComponent), fields.filter((field) => !isOfComponent(field))];
  const named = values.map(({ property, value }) => [property.slice(OF_COMPONENT.length), value] as const);
  return {
    ...Object.fromEntries(others.map(({ property, value }) => [property, value])),
    ...(named.length > 0 && { values: Object.fromEntries(named) }),
  };
}

/** Begins the property of a variable of the component that a layer shows. */
const OF_COMPONENT = 'values.';

function isOfComponent({ layer, property }: ChangedField): boolean {
  return layer !== null && property.startsWith(OF_COMPONENT);
}

/** The request for a video of the newest version with these modifications, in one of its sizes. */
export function callerRequest(templateId: string, modifications: JsonObject, size = OWN_SIZE): VideoRequest {
  const request = { template_id: templateId, format: 'mp4', ...(size !== OWN_SIZE && { size }) } as const;
  return Object.keys(modifications).length === 0 ? request : { ...request, modifications };
}

/** The values that a request changes, by the paths of their fields: the reverse of {@link modificationsOf}. */
export function changedValues({ modifications, pages }: Pick<VideoRequest, 'modifications' | 'pages'>): CallerValues {
  const values = new Map<string, Json>();
  const take = (path: string, properties: object): void => {
    for (const [property, value] of Object.entries(properties)) values.set(`${path}.${property}`, value as Json);
  };
  take('variables', modifications?.variables ?? {});
  for (const { number, layers = [], ...page } of pages?.length ? pages : (modifications?.pages ?? [])) {
    take(`${number}`, page);
    for (const { name, values: ofComponent, ...layer } of layers) {
      take(`${number}.${name}`, layer);
      take(`${number}.${name}.values`, objectOf(ofComponent) ?? {});
    }
  }
  return values;
}
