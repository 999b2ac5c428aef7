import { relative } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { hasExpressions, isPlainObject, MAX_URL_CHARACTERS, type TemplateVariable } from '#libs/template';

/**
 * Stands before the path of a file on this machine, because a document names files by http and https URLs only. No
 * request is ever sent there: RFC 6761 reserves the domain `invalid`.
 */
const DISK = 'https://disk.invalid';
const DISK_PATH = /https:\/\/disk\.invalid(\/[^\s"]*)/g;

/** The properties of documents and requests that hold addresses of files. */
export const ADDRESS_PROPERTIES: ReadonlySet<string> = new Set(['source_url', 'page_audio_url', 'audio_url']);

/** The properties that hold addresses by name. */
export const ADDRESS_RECORDS: ReadonlySet<string> = new Set(['logos', 'sounds']);

type VariableMap = Readonly<Record<string, unknown>>;

/**
 * A template with addresses in place of paths, which are relative to a folder. Defaults and examples of variables of
 * type `url` may be paths, too. Mutates nothing.
 */
export function withDiskAddresses(document: unknown, folder: string): unknown {
  if (!isPlainObject(document)) return document;
  const { variables, ...rest } = document;
  const changed = changedIn(rest, folder) as Record<string, unknown>;
  if (!isPlainObject(variables)) return document['variables'] === undefined ? changed : { ...changed, variables };
  const declared = Object.entries(variables).map(([name, variable]) => [name, declarationIn(variable, folder)]);
  return { ...changed, variables: Object.fromEntries(declared) as VariableMap };
}

/** Modifications with addresses in place of paths; `variables` are those that the template declares. */
export function modificationsWithDiskAddresses(
  modifications: unknown,
  variables: Readonly<Record<string, TemplateVariable>>,
  folder: string,
): unknown {
  if (!isPlainObject(modifications)) return modifications;
  const { variables: given, ...rest } = modifications;
  const changed = changedIn(rest, folder) as Record<string, unknown>;
  if (!isPlainObject(given)) return given === undefined ? changed : { ...changed, variables: given };
  const values = Object.entries(given).map(([name, value]) => [
    name,
    valueIn(Object.hasOwn(variables, name) ? variables[name] : undefined, value, folder),
  ]);
  return { ...changed, variables: Object.fromEntries(values) as VariableMap };
}

/** The address of a path; a URL, and a text that begins with an expression, stay as they are. */
export function diskAddress(text: string, folder: string): string {
  if (text === '' || text.length > MAX_URL_CHARACTERS || text.startsWith('{{') || /^[a-z][a-z\d+.-]+:/i.test(text)) {
    return text.startsWith('file://') ? DISK + text.slice('file://'.length) : text;
  }
  const base = text.startsWith('/') ? '' : pathToFileURL(`${folder}/`).pathname;
  return `${DISK}${base}${encoded(text)}`;
}

/** The file that an address stands for; undefined for an address of the web. */
export function fileOfAddress(url: string): string | undefined {
  if (!url.startsWith(`${DISK}/`)) return undefined;
  const path = URL.parse(url)?.pathname;
  return path === undefined ? undefined : fileURLToPath(`file://${path}`);
}

/** A text with other addresses in place of those of the files below a folder. */
export function withAddressesBelow(text: string, folder: string, address: string): string {
  return text.replaceAll(`${DISK}${pathToFileURL(`${folder}/`).pathname}`, address);
}

/** A message with paths in place of the addresses that stand for them. */
export function withoutDiskAddresses(message: string, folder: string): string {
  return message.replaceAll(DISK_PATH, (address, path: string) => {
    try {
      const file = fileURLToPath(`file://${path}`);
      const short = relative(folder, file);
      return short.startsWith('..') ? file : short;
    } catch {
      return address; // half of an escape, where a message was cut
    }
  });
}

/** Blanks and other characters that no URL has are escaped, except those of expressions. */
function encoded(path: string): string {
  if (!hasExpressions(path)) return encodedPath(path);
  let text = '';
  let done = 0;
  for (let open = path.indexOf('{{'); open !== -1; open = path.indexOf('{{', done)) {
    const end = path.indexOf('}}', open);
    if (end === -1) break;
    text += encodedPath(path.slice(done, open)) + path.slice(open, end + 2);
    done = end + 2;
  }
  return text + encodedPath(path.slice(done));
}

function encodedPath(path: string): string {
  return path.toWellFormed().split(/[/\\]/).map(encodeURIComponent).join('/');
}

/** Deeper values are refused by every rule, and stay as they are. */
const MAX_DEPTH = 64;

function changedIn(value: unknown, folder: string, depth = 0, isRecord = false): unknown {
  if (depth > MAX_DEPTH) return value;
  if (Array.isArray(value)) return value.map((each) => changedIn(each, folder, depth + 1));
  if (!isPlainObject(value)) return value;
  const entries = Object.entries(value).map(([name, member]) => [
    name,
    typeof member === 'string' && (isRecord || ADDRESS_PROPERTIES.has(name))
      ? diskAddress(member, folder)
      : changedIn(member, folder, depth + 1, ADDRESS_RECORDS.has(name)),
  ]);
  return Object.fromEntries(entries) as unknown;
}

function declarationIn(variable: unknown, folder: string): unknown {
  if (!isPlainObject(variable)) return variable;
  const changed = ['default', 'example']
    .filter((name) => variable[name] !== undefined)
    .map((name) => [name, valueIn(variable, variable[name], folder)]);
  return { ...variable, ...(Object.fromEntries(changed) as object) };
}

/** The value of a variable, whose declaration may have faults. */
function valueIn(variable: unknown, value: unknown, folder: string): unknown {
  if (!isPlainObject(variable)) return value;
  if (variable['type'] === 'url' && typeof value === 'string') return diskAddress(value, folder);
  const fields = variable['fields'];
  if (variable['type'] !== 'list' || !Array.isArray(value) || !isPlainObject(fields)) return value;
  return value.map((item: unknown) => {
    if (!isPlainObject(item)) return item;
    const members = Object.entries(item).map(([name, member]) => [
      name,
      valueIn(Object.hasOwn(fields, name) ? fields[name] : undefined, member, folder),
    ]);
    return Object.fromEntries(members) as unknown;
  });
}
