import { AppError } from '#libs/contracts';

/** How deep objects and arrays may nest. */
const MAX_JSON_DEPTH = 64;

/** More digits than the largest double has; a number that is shorter and has no exponent is within its range. */
const SAFE_DIGITS = 308;
const NUMBER = /-?\d[\d.]*(?:[eE][\d+-]+)?/y;

/**
 * Parses JSON and refuses what parsers disagree about: bytes that are not UTF-8, a byte order mark, a key twice in one
 * object, nesting over {@link MAX_JSON_DEPTH}, numbers beyond the range of a double (RFC 8259 §4, §6, §8.1, §9).
 *
 * @throws AppError BAD_REQUEST whose `details` say what is wrong
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw unreadable('The body is empty');
  checkDepth(text);
  const value = parse(text);
  checkMembers(text);
  return value;
}

/** The BAD_REQUEST of a body that cannot be read. */
export function unreadable(details: string, cause?: unknown): AppError {
  return new AppError('BAD_REQUEST', { details, cause });
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

/** Before it is parsed, and whether or not it is JSON: the parser takes ever longer for each further level. */
function checkDepth(text: string): void {
  let depth = 0;
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') at = endOfString(text, at + 1);
    else if (character === ']' || character === '}') depth -= 1;
    else if (character === '[' || character === '{') depth += 1;
    if (depth > MAX_JSON_DEPTH) throw unreadable(`The body nests deeper than ${MAX_JSON_DEPTH} levels`);
  }
}

/**
 * Walks the characters of a text that is known to be JSON. A body of a megabyte may have 100,000 keys, and nobody else is
 * answered meanwhile: so there is no object for each token.
 */
function checkMembers(text: string): void {
  const open: Set<string>[] = [];
  let string = '';
  for (let at = 0; at < text.length; at++) {
    const character = text[at]!;
    if (character === '"') {
      const start = at + 1;
      at = endOfString(text, start);
      string = text.slice(start, at);
    } else if (character === '{' || character === '[') {
      open.push(new Set());
    } else if (character === '}' || character === ']') {
      open.pop();
    } else if (character === ':') {
      noteKey(open.at(-1), string.includes('\\') ? (JSON.parse(`"${string}"`) as string) : string);
    } else if (character === '-' || isDigit(character)) {
      at = checkNumber(text, at) - 1;
    }
  }
}

/** Where the quotation mark is that ends a string; the end of the text where there is none. */
function endOfString(text: string, start: number): number {
  let at = start;
  for (; at < text.length && text[at] !== '"'; at++) if (text[at] === '\\') at++;
  return at;
}

/** Returns where the number ends. */
function checkNumber(text: string, start: number): number {
  NUMBER.lastIndex = start;
  const [number = ''] = NUMBER.exec(text) ?? [];
  const mayBeTooLarge = number.length > SAFE_DIGITS || /[eE]/.test(number);
  if (mayBeTooLarge && !Number.isFinite(Number(number))) {
    throw unreadable('The body contains a number that is too large');
  }
  return start + number.length;
}

function isDigit(character: string): boolean {
  return character >= '0' && character <= '9';
}

function noteKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) throw unreadable(`The key ${JSON.stringify(key.slice(0, 64))} appears twice in one object`);
  keys?.add(key);
}
