import { isList, type Json, type JsonObject, objectOf, replacedPlaces, without } from '#libs/document';
import { OWN_SIZE } from './template-sizes.ts';

/**
 * A document as one of its sizes shows it: the values of that size stand where the document has its own. Everything else,
 * `for_size` too, stays, at the same paths.
 */
export function inSize(document: JsonObject, size: string): JsonObject {
  if (size === OWN_SIZE) return document;
  const pages = listOf(document['pages']).map((page) => holderInSize(page, size));
  return { ...document, ...membersOf(membersOf(document['sizes'])[size]), pages };
}

function holderInSize(holder: Json, size: string): Json {
  const object = objectOf(holder);
  if (!object) return holder;
  const values = membersOf(membersOf(object['for_size'])[size]);
  const replaced = replacedPlaces(values);
  const own = replaced.reduce(without, object);
  const ended = [...replaced, ...Object.keys(values)];
  const keyframes = { ...ended.reduce(without, membersOf(object['keyframes'])), ...membersOf(values['keyframes']) };
  const shown = Object.entries({ ...own, ...values, keyframes });
  const { layers } = object;
  return {
    ...Object.fromEntries(shown.filter(([name]) => name !== 'keyframes' || Object.keys(keyframes).length > 0)),
    ...(isList(layers) && { layers: layers.map((layer) => holderInSize(layer, size)) }),
  };
}

export function membersOf(value: Json | undefined): JsonObject {
  return objectOf(value) ?? {};
}

export function listOf(value: Json | undefined): readonly Json[] {
  return isList(value) ? value : [];
}
