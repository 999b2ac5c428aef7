import { type Json, type JsonObject, objectOf } from '#libs/document';

/** The value of a JSON text; undefined for a text that is no JSON. */
export function parsedJson(text: string): Json | undefined {
  try {
    return JSON.parse(text) as Json;
  } catch {
    return undefined;
  }
}

export function isJsonObject(value: Json | undefined): value is JsonObject {
  return objectOf(value) !== undefined;
}
