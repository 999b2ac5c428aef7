import { countMembers, endOfString, MAX_VALUES } from './json-size.js';
import { unreadable } from './body-errors.js';

/** Length in characters above which parsing and checking run in separate turns of the event loop. */
const LARGE = 65_536;

/**
 * Parses JSON and rejects what parsers disagree about: invalid UTF-8, a byte order mark, a duplicate key in an object,
 * numbers beyond the range of a double (RFC 8259 §4, §6, §8.1). {@link countMembers} checks the size first. It yields
 * between steps, because each takes about ten milliseconds for a body of 1 MiB.
 *
 * @throws AppError BAD_REQUEST whose `details` give the reason; VALIDATION_ERROR for too many values
 */
export function* parseStrictJson(bytes: Uint8Array, maxValues = MAX_VALUES): Generator<void, unknown> {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw unreadable('The body is empty');
  const members = countMembers(text, maxValues);
  const value = parse(text);
  if (text.length > LARGE) yield;
  // The parser keeps one member of a duplicate key, so the counts differ.
  if (checkedMembers(value) === members) return value;
  yield;
  throw unreadable(`The key ${repeatedKey(text)} appears twice in one object`);
}

/** @throws AppError BAD_REQUEST for bytes that are not UTF-8 */
export function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable('The body is not valid UTF-8', error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw unreadable('The body is not valid JSON', error);
  }
}

/** Number of members of all objects; rejects numbers that the parser turned into infinity. */
function checkedMembers(root: unknown): number {
  let members = 0;
  const waiting: object[] = [[root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const within: unknown[] = Array.isArray(next) ? next : Object.values(next);
    if (within !== next) members += within.length;
    for (const value of within) {
      if (typeof value === 'object' && value !== null) waiting.push(value);
      else if (value === Infinity || value === -Infinity) {
        throw unreadable('The body contains a number that is too large');
      }
    }
  }
  return members;
}

/** The duplicate key, as JSON, of valid JSON that has one. */
function repeatedKey(text: string): string {
  const open: Set<string>[] = [];
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      const start = at + 1;
      at = endOfString(text, start);
      string = text.slice(start, at);
    } else if (character === '{' || character === '[') open.push(new Set());
    else if (character === '}' || character === ']') open.pop();
    else if (character === ':') {
      const key = string.includes('\\') ? String(JSON.parse(`"${string}"`)) : string;
      if (open.at(-1)!.has(key)) return JSON.stringify(key.slice(0, 64));
      open.at(-1)!.add(key);
    }
  }
  throw new Error('no key appears twice');
}
