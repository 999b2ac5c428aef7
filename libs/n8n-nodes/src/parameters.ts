/** One item of a run as a node sees it. */
export interface NodeItem {
  /** The data of the item. */
  readonly json: JsonObject;
  /** Returns the value that a parameter of the node has for this item; null where the node has none. */
  read(name: string): unknown;
}

/** An object of JSON. */
export type JsonObject = Record<string, unknown>;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The text of a parameter; empty without one. */
export function textOf(item: NodeItem, name: string): string {
  const value = item.read(name);
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** The object of a parameter, such as a collection of options; empty without one. */
export function objectOf(item: NodeItem, name: string): JsonObject {
  const value = item.read(name);
  return isObject(value) ? value : {};
}

/** The entries that have a value: what a person left empty keeps the template's value. */
export function filled(values: JsonObject): JsonObject {
  return Object.fromEntries(
    Object.entries(values).filter(([, value]) => value !== null && value !== undefined && value !== ''),
  );
}
