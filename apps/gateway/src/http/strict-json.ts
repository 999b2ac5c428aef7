import { AppError } from '#libs/contracts';

/** How deep objects and arrays may nest. */
const MAX_JSON_DEPTH = 64;

const TOKENS = /"[^"\\]*(?:\\.[^"\\]*)*"|[{}[\]:]|[^\s{}[\]:,"]+/g;

/**
 * Parses JSON and refuses what parsers disagree about: bytes that are not UTF-8, a byte order mark, a key twice in one
 * object, nesting over {@link MAX_JSON_DEPTH}, numbers beyond the range of a double (RFC 8259 §4, §6, §8.1, §9).
 *
 * @throws AppError BAD_REQUEST whose `details` say what is wrong
 */
export function parseStrictJson(bytes: Uint8Array): unknown {
  const text = decodeUtf8(bytes);
  if (text.trim() === '') throw unreadable('The body is empty');
  const value = parse(text);
  checkTokens(text);
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

/** Walks the tokens of a text that is known to be JSON. */
function checkTokens(text: string): void {
  const open: Set<string>[] = [];
  let previous = '';
  for (const [token] of text.matchAll(TOKENS)) {
    if (token === '{' || token === '[') {
      if (open.push(new Set()) > MAX_JSON_DEPTH)
        throw unreadable(`The body nests deeper than ${MAX_JSON_DEPTH} levels`);
    } else if (token === '}' || token === ']') {
      open.pop();
    } else if (token === ':') {
      noteKey(open.at(-1), JSON.parse(previous) as string);
    } else if (/^-?\d/.test(token) && !Number.isFinite(Number(token))) {
      throw unreadable('The body contains a number that is too large');
    }
    previous = token;
  }
}

function noteKey(keys: Set<string> | undefined, key: string): void {
  if (keys?.has(key)) throw unreadable(`The key ${JSON.stringify(key.slice(0, 64))} appears twice in one object`);
  keys?.add(key);
}
