/** A JSON object whose members are not checked yet. */
export type JsonObject = Record<string, unknown>;

export function isJsonObject(json: unknown): json is JsonObject {
  return typeof json === 'object' && json !== null && !Array.isArray(json);
}
