import { type JsonObject, objectOf, valueAt } from '#libs/document';

/** Small pictures of a clip at equal distances, each of its part of the length. */
export interface Strip {
  readonly durationS: number;
  readonly pictures: readonly { readonly width: number; readonly height: number }[];
}

/** The pictures of clips, by their addresses. */
export type Strips = ReadonlyMap<string, Strip>;

const VARIABLE = /^\{\{\s*(\w+)\s*\}\}$/;

/**
 * The address of the clip of a layer as the preview takes it, that of the default for a variable; undefined for any other layer.
 *
 * @param files stands before the paths of files that documents have in place of URLs
 */
export function clipAddress(document: JsonObject, layer: JsonObject | undefined, files?: string): string | undefined {
  const written = layer?.['type'] === 'video' ? layer['source_url'] : undefined;
  const name = typeof written === 'string' ? VARIABLE.exec(written)?.[1] : undefined;
  const address = name === undefined ? written : objectOf(valueAt(document, ['variables', name]))?.['default'];
  if (typeof address !== 'string' || address === '' || address.includes('{{')) return undefined;
  if (/^https?:\/\//.test(address)) return address;
  return files === undefined ? undefined : files + address.split('/').map(encodeURIComponent).join('/');
}
