/** A JSON value. Documents are never changed in place: an edit returns a new one that shares what it did not touch. */
export type Json = string | number | boolean | null | readonly Json[] | { readonly [key: string]: Json };
export type JsonObject = { readonly [key: string]: Json };
/** The way from a document to a value in it: property names and positions. `[]` is the document. */
export type Path = readonly (string | number)[];

/** The value at `path`, or undefined if the document has none there. */
export function valueAt(document: Json, path: Path): Json | undefined {
  let value: Json | undefined = document;
  for (const step of path) {
    if (isList(value)) value = value[Number(step)];
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined;
  }
  return value;
}

/** `document` with `value` at `path`. Objects that the way passes through are made where they are missing. */
export function withValue<T extends Json>(document: T, path: Path, value: Json): T {
  return changed(document, path, value) as T;
}

function changed(document: Json, [step, ...rest]: Path, value: Json): Json {
  if (step === undefined) return value;
  const inner = changed(valueAt(document, [step]) ?? {}, rest, value);
  if (isList(document)) return document.with(Number(step), inner);
  return { ...(isObject(document) ? document : {}), [step]: inner };
}

/** `document` without the property or the member at `path`. A path that leads nowhere changes nothing. */
export function withoutValue<T extends Json>(document: T, path: Path): T {
  const parent = path.slice(0, -1);
  const holder = valueAt(document, parent);
  const last = path.at(-1);
  if (last === undefined || valueAt(document, path) === undefined) return document;
  if (isList(holder)) return withValue(document, parent, holder.toSpliced(Number(last), 1));
  return isObject(holder) ? withValue(document, parent, without(holder, String(last))) : document;
}

/** The object without one of its properties. */
export function without(object: JsonObject, name: string): JsonObject {
  return Object.fromEntries(Object.entries(object).filter(([each]) => each !== name));
}

/** A value in words: strings as they are, anything else as JSON. */
export function inText(value: unknown): string {
  if (typeof value === 'string') return value;
  return value === undefined ? '' : JSON.stringify(value);
}

/** `document` with `value` in the array at `path`, before the member at `index`. The array is made if it is missing. */
export function withInserted<T extends Json>(document: T, path: Path, index: number, value: Json): T {
  const members = valueAt(document, path);
  return withValue(document, path, isList(members) ? members.toSpliced(index, 0, value) : [value]);
}

/** Whether both values are the same JSON, whatever the order of their properties. */
export function sameJson(one: unknown, other: unknown): boolean {
  if (one === other) return true;
  if (typeof one !== 'object' || typeof other !== 'object' || one === null || other === null) return false;
  if (Array.isArray(one) !== Array.isArray(other)) return false;
  const names = Object.keys(one); // the positions of an array are its names
  if (names.length !== Object.keys(other).length) return false;
  const [members, others] = [one, other] as Readonly<Record<string, unknown>>[];
  return names.every((name) => Object.hasOwn(others!, name) && sameJson(members![name], others![name]));
}

/** Whether both paths lead to the same value. */
export function samePath(one: Path, other: Path): boolean {
  return one.length === other.length && one.every((step, index) => step === other[index]);
}

/** Whether `path` leads into the value at `holder`, or to it. */
export function isWithin(path: Path, holder: Path): boolean {
  return holder.length <= path.length && holder.every((step, index) => step === path[index]);
}

/** The members of an object; undefined for any other value. */
export function objectOf(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !isList(value);
}

/** Whether a value is a list. */
export function isList(value: unknown): value is readonly Json[] {
  return Array.isArray(value);
}
