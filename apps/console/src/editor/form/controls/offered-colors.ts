import { isList, type Json, type JsonObject, objectOf } from '#libs/document';
import type { OfferedColor } from '../../../ui/offered-color.ts';

/** Colors of a document that are offered, at most. */
const MOST = 24;
const HEX = /^#(?:[0-9a-f]{3,4}|[0-9a-f]{6}|[0-9a-f]{8})$/i;
const OF_BRAND = /^\{\{\s*brand\.colors\.(\w+)\s*\}\}$/;

type Brand = { readonly colors?: Readonly<Record<string, unknown>> } | null | undefined;

/** The colors of the brand: of the organization, and those of the document, which come first. */
function brandColors(document: JsonObject, shared: Brand): Readonly<Record<string, unknown>> {
  return { ...shared?.colors, ...objectOf(objectOf(document['brand'])?.['colors']) };
}

/** The brand's colors and those that the document has, each once. */
export function offeredColors(document: JsonObject, shared: Brand): Readonly<Record<string, readonly OfferedColor[]>> {
  const brand = Object.entries(brandColors(document, shared)).flatMap(([name, color]) =>
    typeof color === 'string' ? [{ name, value: `{{brand.colors.${name}}}`, color }] : [],
  );
  const own = [...new Set(colorsIn(document))].slice(0, MOST);
  return { Brand: brand, 'In this template': own.map((color) => ({ name: color, value: color, color })) };
}

/** The color that a value shows: an expression that names a color of the brand shows that one. */
export function shownColor(value: string, document: JsonObject, shared: Brand): string {
  const name = OF_BRAND.exec(value)?.[1];
  const color = name === undefined ? value : brandColors(document, shared)[name];
  return typeof color === 'string' ? color : value;
}

function* colorsIn(value: Json): Generator<string> {
  if (typeof value === 'string') {
    if (HEX.test(value)) yield value.toLowerCase();
  } else if (isList(value)) {
    for (const each of value) yield* colorsIn(each);
  } else if (typeof value === 'object' && value !== null) {
    for (const each of Object.values(value)) yield* colorsIn(each);
  }
}
