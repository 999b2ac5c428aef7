import { countMembers, endOfString } from './json-size.js';
import { unreadable } from './body-errors.js';

/** Length in characters above which parsing and checking take separate turns of the event loop. */
const LARGE = 65_536;

/**
 * Parses JSON and refuses what parsers disagree about: bytes that are not UTF-8, a byte order mark, a key twice in one
 * object, numbers beyond the range of a double (RFC 8259 §4, §6, §8.1). Before it is parsed its size is judged:
 * {@link countMembers}. It yields where others should have a turn: a body of 1 MiB takes some ten milliseconds at a time.
 *
 * @throws AppError BAD_REQUEST whose `details` say what is wrong; VALIDATION_ERROR for too many values
 */
export function* parseStrictJson(bytes: Uint8Array): Generator<void, unknown> {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw unreadable('The body is empty');
  const members = countMembers(text);
  const value = parse(text);
  if (text.length > LARGE) yield;
  // Of a key that is there twice the parser keeps one member.
  if (checkedMembers(value) === members) return value;
  yield;
  throw unreadable(`The key ${repeatedKey(text)} appears twice in one object`);
}

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch (error) {
    throw unreadable('The body is not valid UTF-8', error);
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch (error) {
    throw unreadable('The body is not valid JSON', error);
  }
}

/** How many members all objects within have; refuses the infinities that the parser makes of too large numbers. */
function checkedMembers(root: unknown): number {
  let members = 0;
  const waiting: object[] = [[root]];
  for (let next = waiting.pop(); next; next = waiting.pop()) {
    const within = Array.isArray(next) ? (next as unknown[]) : (Object.values(next) as unknown[]);
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

/** As JSON. Of a text that is known to be JSON and to have one. */
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
      const key = string.includes('\\') ? (JSON.parse(`"${string}"`) as string) : string;
      if (open.at(-1)!.has(key)) return JSON.stringify(key.slice(0, 64));
      open.at(-1)!.add(key);
    }
  }
  throw new Error('no key appears twice');
}
