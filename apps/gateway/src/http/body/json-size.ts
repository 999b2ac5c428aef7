import { tooLarge, unreadable } from './body-errors.js';

/** Most levels of nested objects and arrays. */
const MAX_JSON_DEPTH = 64;
/**
 * Most values of a body: members, elements and the whole. A document of 1 MiB has fewer, because each takes about
 * twelve characters.
 */
export const MAX_VALUES = 100_000;
/**
 * Most different keys of all objects of a body. The API's names and a document's 500 variables are half as many. V8
 * parses members with new keys ten times slower than members with known ones.
 */
const MAX_KEYS = 2_000;

/** Places in the table of keys, which are found by their length and two of their characters. */
const KEY_PLACES = 1_024;

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
 * Counts the members of all objects of a text, whether or not it is valid JSON. It reads every character once and allocates
 * nothing: this bounds the cost of the steps that follow, which block the event loop.
 *
 * @throws AppError BAD_REQUEST for nesting deeper than {@link MAX_JSON_DEPTH}; VALIDATION_ERROR for more than
 * `maxValues` values or {@link MAX_KEYS} different keys, as they are written
 */
export function countMembers(text: string, maxValues = MAX_VALUES): number {
  const keys = new Keys(text);
  let [depth, values, members] = [0, 1, 0];
  let [start, end, isFirst] = [0, 0, false]; // the last string
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
      if (values > maxValues) throw tooLarge(`must not hold more than ${maxValues} values`);
    }
    isFirst = character === OPEN_LIST || character === OPEN_OBJECT;
    if (isFirst) {
      depth += 1;
      if (depth > MAX_JSON_DEPTH) throw unreadable(`The body nests deeper than ${MAX_JSON_DEPTH} levels`);
    } else if (character === QUOTE) {
      start = at + 1;
      at = end = endOfString(text, start);
    } else if (character === COLON) {
      members += 1;
      keys.add(start, end);
      if (keys.size > MAX_KEYS) throw tooLarge(`must not have more than ${MAX_KEYS} different keys`);
      start = end; // otherwise colons in invalid JSON would look up a long string again and again
    }
  }
  return members;
}

/**
 * The different keys of a text. A key that equals the latest one at its place is recognized without being copied, as
 * most keys are, because most objects have the same ones.
 */
class Keys {
  private readonly all = new Set<string>();
  private readonly latest: (string | undefined)[] = Array.from({ length: KEY_PLACES });

  constructor(private readonly text: string) {}

  get size(): number {
    return this.all.size;
  }

  /** @param end of the key, exclusive */
  add(start: number, end: number): void {
    const { text, latest } = this;
    const [last, middle] = [text.charCodeAt(end - 1) || 0, text.charCodeAt((start + end) >> 1)];
    const place = (31 * last + 7 * middle + end - start) % KEY_PLACES;
    const known = latest[place];
    if (known?.length === end - start && text.startsWith(known, start)) return;
    const key = (latest[place] = text.slice(start, end));
    this.all.add(key);
  }
}

/** Index of the quotation mark that ends a string, or the end of the text. */
export function endOfString(text: string, start: number): number {
  let at = text.indexOf('"', start);
  while (at >= 0 && isEscaped(text, at)) at = text.indexOf('"', at + 1);
  return at < 0 ? text.length : at;
}

/** Whether the quotation mark belongs to its string: an odd number of backslashes before it escapes it. */
function isEscaped(text: string, quote: number): boolean {
  let before = quote - 1;
  while (text.charCodeAt(before) === BACKSLASH) before -= 1;
  return (quote - before) % 2 === 0;
}
