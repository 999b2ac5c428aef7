/** A JSON object with unchecked members. */
export type JsonObject = Record<string, unknown>;
