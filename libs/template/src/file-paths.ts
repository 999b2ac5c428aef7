import { hasExpressions } from './expressions/template-string.js';
import { MAX_URL_CHARACTERS } from './rules/is-web-url.js';
import { isPlainObject } from './shape/json.js';
import type { TemplateVariable } from './template-variable.js';

/** The properties of documents and requests that hold addresses of files. */
export const ADDRESS_PROPERTIES: ReadonlySet<string> = new Set(['source_url', 'page_audio_url', 'audio_url']);

/** The properties that hold addresses by name. */
export const ADDRESS_RECORDS: ReadonlySet<string> = new Set(['logos', 'sounds']);

/** Returns the address of a text that is a path, and any other text as it is. */
export type AddressOf = (text: string) => string;

type VariableMap = Readonly<Record<string, unknown>>;

/**
 * A template with addresses in place of the paths of files, in which documents on disk name them. Defaults and examples
 * of variables of type `url` may be paths, too. Mutates nothing.
 */
export function withAddresses(document: unknown, addressOf: AddressOf): unknown {
  if (!isPlainObject(document)) return document;
  const { variables } = document;
  if (!isPlainObject(variables)) return withValuesAddressed(document, variables, addressOf);
  const declared = Object.entries(variables).map(([name, variable]) => [name, declarationIn(variable, addressOf)]);
  return withValuesAddressed(document, Object.fromEntries(declared) as VariableMap, addressOf);
}

/** Modifications with addresses in place of paths; `variables` are those that the template declares. */
export function modificationsWithAddresses(
  modifications: unknown,
  variables: Readonly<Record<string, TemplateVariable>>,
  addressOf: AddressOf,
): unknown {
  if (!isPlainObject(modifications)) return modifications;
  const { variables: given } = modifications;
  if (!isPlainObject(given)) return withValuesAddressed(modifications, given, addressOf);
  const values = Object.entries(given).map(([name, value]) => [
    name,
    valueIn(Object.hasOwn(variables, name) ? variables[name] : undefined, value, addressOf),
  ]);
  return withValuesAddressed(modifications, Object.fromEntries(values) as VariableMap, addressOf);
}

/**
 * Whether a text names a file by a path: a URL is none, nor a text that begins with an expression. `img/{{name}}.jpg`
 * is one.
 */
export function isFilePath(text: string): boolean {
  const isOther = text === '' || text.length > MAX_URL_CHARACTERS || text.startsWith('{{');
  return !isOther && !/^[a-z][a-z\d+.-]+:/i.test(text);
}

/** A path as a part of an address: characters that no URL has are escaped, except those of expressions. */
export function escapedPath(path: string): string {
  if (!hasExpressions(path)) return escapedParts(path);
  let text = '';
  let done = 0;
  for (let open = path.indexOf('{{'); open !== -1; open = path.indexOf('{{', done)) {
    const end = path.indexOf('}}', open);
    if (end === -1) break;
    text += escapedParts(path.slice(done, open)) + path.slice(open, end + 2);
    done = end + 2;
  }
  return text + escapedParts(path.slice(done));
}

function escapedParts(path: string): string {
  return path.toWellFormed().split(/[/\\]/).map(encodeURIComponent).join('/');
}

function withValuesAddressed(object: VariableMap, variables: unknown, addressOf: AddressOf): VariableMap {
  const { variables: given, ...rest } = object;
  const changed = changedIn(rest, addressOf) as VariableMap;
  return given === undefined ? changed : { ...changed, variables };
}

/** Deeper values are refused by every rule, and stay as they are. */
const MAX_DEPTH = 64;

function changedIn(value: unknown, addressOf: AddressOf, depth = 0, isRecord = false): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => changedIn(each, addressOf, depth + 1));
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'string' && (isRecord || ADDRESS_PROPERTIES.has(name))
      ? addressOf(member)
      : changedIn(member, addressOf, depth + 1, ADDRESS_RECORDS.has(name)),
  ]);
  return Object.fromEntries(entries) as unknown;
}

function declarationIn(variable: unknown, addressOf: AddressOf): unknown {
  if (!isPlainObject(variable)) return variable;
  const changed = ['default', 'example']
    .filter((name) => variable[name] !== undefined)
    .map((name) => [name, valueIn(variable, variable[name], addressOf)]);
  return { ...variable, ...(Object.fromEntries(changed) as object) };
}

/** The value of a variable, whose declaration may have faults. */
function valueIn(variable: unknown, value: unknown, addressOf: AddressOf): unknown {
  if (!isPlainObject(variable)) return value;
  if (variable['type'] === 'url' && typeof value === 'string') return addressOf(value);
  const fields = variable['fields'];
  if (variable['type'] !== 'list' || !Array.isArray(value) || !isPlainObject(fields)) return value;
  return value.map((item: unknown) => {
    if (!isPlainObject(item)) return item;
    const members = Object.entries(item).map(([name, member]) => [
      name,
      valueIn(Object.hasOwn(fields, name) ? fields[name] : undefined, member, addressOf),
    ]);
    return Object.fromEntries(members) as unknown;
  });
}
