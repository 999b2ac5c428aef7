import { AppError } from '#libs/contracts';
import { unreadable } from './unreadable.js';

/** How deep objects and arrays may nest. */
const MAX_JSON_DEPTH = 64;
/** Members, elements and the whole. Documents of 1 MiB have fewer: twelve characters for one. */
const MAX_VALUES = 100_000;
/** Of one object. No object of the API has half as many; the parser takes longest for keys that it has not met before. */
const MAX_MEMBERS = 1_000;

const BLANK = 0x20;
const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/**
 * Counts the members of all objects of a text, whether or not it is JSON. It reads every character once and makes nothing of
 * it: what a body costs further on is bounded by this, and nobody else is answered meanwhile.
 *
 * @throws AppError BAD_REQUEST for nesting deeper than {@link MAX_JSON_DEPTH}; VALIDATION_ERROR for more than
 * {@link MAX_VALUES} values, or more than {@link MAX_MEMBERS} in one object
 */
export function countMembers(text: string): number {
  const members: number[] = [0];
  let [depth, values, all] = [0, 1, 0];
  let isFirst = false;
  for (let at = 0; at < text.length; at++) {
    const character = text.charCodeAt(at);
    if (character <= BLANK) continue;
    if (character === CLOSE_LIST || character === CLOSE_OBJECT) {
      if (depth > 0) depth -= 1;
      isFirst = false;
      continue;
    }
    if (isFirst || character === COMMA) {
      values += 1;
      if (values > MAX_VALUES) throw tooMany(`hold more than ${MAX_VALUES} values`);
    }
    isFirst = character === OPEN_LIST || character === OPEN_OBJECT;
    if (isFirst) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw unreadable(`The body nests deeper than ${MAX_JSON_DEPTH} levels`);
      members[depth] = 0;
    } else if (character === QUOTE) {
      at = endOfString(text, at + 1);
    } else if (character === COLON) {
      all += 1;
      members[depth]! += 1;
      if (members[depth]! > MAX_MEMBERS) throw tooMany(`have an object of more than ${MAX_MEMBERS} members`);
    }
  }
  return all;
}

/** Where the quotation mark is that ends a string; the end of the text where there is none. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** Behind an odd number of backslashes. They end at the latest where the string begins. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}

function tooMany(what: string): AppError {
  const details = [{ field: 'body', code: 'VALUE_TOO_LARGE', message: `must not ${what}`, value: null }] as const;
  return new AppError('VALIDATION_ERROR', { details: [...details] });
}
