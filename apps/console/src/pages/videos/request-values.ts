import type { VideoRequest } from '#libs/client';
import { type Json, objectOf } from '#libs/document';

/** A value of a request that a line of a form can take. */
export interface RequestValue {
  /** Its path: `modifications`, `pages`, 0, `layers`, 2, `text`. */
  readonly path: readonly (string | number)[];
  /** Its name for people: `1.headline.text`. */
  readonly label: string;
  readonly value: string | number | boolean;
}

/** The texts, numbers and switches that a request sets: the metadata, variables, and properties of pages and layers. */
export function requestValues(request: VideoRequest): RequestValue[] {
  const found: RequestValue[] = [];
  const take = (properties: unknown, path: RequestValue['path'], prefix: string): void => {
    for (const [name, value] of Object.entries(objectOf(properties as Json) ?? {})) {
      const isValue = typeof value === 'string' || typeof value === 'number' || typeof value === 'boolean';
      if (isValue && name !== 'name' && name !== 'number') {
        found.push({ path: [...path, name], label: `${prefix}${name}`, value });
      }
    }
  };
  take({ metadata: request.metadata ?? '' }, [], '');
  take(request.modifications?.variables, ['modifications', 'variables'], '');
  const roots = [
    [request.pages, ['pages']],
    [request.modifications?.pages, ['modifications', 'pages']],
  ] as const;
  for (const [pages, root] of roots) {
    for (const [index, page] of (pages ?? []).entries()) {
      take(page, [...root, index], `${page.number}.`);
      for (const [at, layer] of (page.layers ?? []).entries()) {
        take(layer, [...root, index, 'layers', at], `${page.number}.${layer.name}.`);
      }
    }
  }
  return found;
}

/** The value whose file let a video fail, by its label, and why. Null where the message names no page and layer. */
export function failedValue(message: string): { label: string; reason: string } | null {
  const [, page, layer, reason] = /^pages\[(\d+)\]\S* "(.+)": (.+)$/s.exec(message) ?? [];
  return reason === undefined ? null : { label: `${Number(page) + 1}.${layer}.source_url`, reason };
}

/** A copy of a request with another value at a path. */
export function withRequestValue(
  request: VideoRequest,
  path: RequestValue['path'],
  value: RequestValue['value'],
): VideoRequest {
  const copy = structuredClone(request);
  const last = path.at(-1)!;
  const parent = path.slice(0, -1).reduce<unknown>((at, key) => (at as Record<string | number, unknown>)[key], copy);
  (parent as Record<string | number, unknown>)[last] = value;
  return copy;
}
