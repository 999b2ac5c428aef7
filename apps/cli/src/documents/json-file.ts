import { readFile, stat } from 'node:fs/promises';
import { relative } from 'node:path';
import { createScanner, type Node, type ParseError, parseTree, printParseErrorCode } from 'jsonc-parser';
import { errnoOf } from '#libs/errors';
import { CliError, EXIT, type Finding, type PlacedFault } from '../cli-error.js';
import { nodeAt } from './node-at.js';
import { TextPlaces } from './text-places.js';

/** Bytes of a file of JSON or CSV: more than the API takes. */
const MAX_FILE_BYTES = 5_000_000;
/** Levels of nesting, as in a request of the API. */
const MAX_DEPTH = 64;
/** Token kinds of jsonc-parser that begin and end a level. */
const [OPEN_BRACE, CLOSE_BRACE, OPEN_BRACKET, CLOSE_BRACKET, END] = [1, 2, 3, 4, 17];

/** A file of JSON, and the places of its values. */
export interface JsonFile {
  /** As the user named it. */
  readonly name: string;
  readonly value: unknown;
  /** The fault with the place of its field in the file. */
  placed<Found extends Finding>(fault: Found): Found & PlacedFault;
}

/**
 * Reads a file of JSON.
 *
 * @throws CliError with the place of what is no JSON
 */
export async function readJsonFile(path: string): Promise<JsonFile> {
  const text = await readTextFile(path);
  return parseJson(text, path);
}

/** Parses JSON as the API does: no comments, no trailing commas. @throws CliError */
export function parseJson(text: string, name: string): JsonFile {
  const places = new TextPlaces(text);
  const at = (offset: number, message: string): CliError => {
    const fault = { field: 'body', code: 'INVALID_FORMAT', message, value: null } as const;
    return new CliError(`${name} is not valid JSON`, EXIT.wrongInput, {
      code: 'INVALID_FORMAT',
      faults: [{ ...fault, file: name, ...places.of(offset) }],
    });
  };
  const deep = tooDeepAt(text);
  if (deep !== undefined) throw at(deep, `nests deeper than ${MAX_DEPTH} levels`);
  const errors: ParseError[] = [];
  const tree = parseTree(text, errors, { disallowComments: true, allowTrailingComma: false, allowEmptyContent: false });
  if (errors[0] || !tree) throw at(errors[0]?.offset ?? 0, reasonOf(errors[0]));
  return {
    name,
    value: JSON.parse(text) as unknown,
    placed: (fault) => ({ ...fault, file: name, ...places.of(offsetOf(nodeAt(tree, fault.field))) }),
  };
}

/** Reads a text file in UTF-8. @throws CliError */
export async function readTextFile(path: string): Promise<string> {
  try {
    const { size } = await stat(path);
    if (size > MAX_FILE_BYTES) {
      throw new CliError(`${path} is larger than ${MAX_FILE_BYTES / 1e6} MB`, EXIT.wrongInput, { code: 'TOO_LARGE' });
    }
    return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(path));
  } catch (cause) {
    if (cause instanceof CliError) throw cause;
    const reasons: Record<string, string> = {
      ENOENT: 'does not exist',
      EISDIR: 'is a folder, not a file',
      EACCES: 'may not be read',
      ERR_ENCODING_INVALID_ENCODED_DATA: 'is not UTF-8',
    };
    const reason = reasons[errnoOf(cause) ?? ''];
    if (reason === undefined) throw cause;
    throw new CliError(`${shownPath(path)} ${reason}`, EXIT.wrongInput, { code: 'FILE', cause });
  }
}

function shownPath(path: string): string {
  const short = relative(process.cwd(), path);
  return short.startsWith('..') ? path : short || path;
}

/** The offset at which a text nests too deep; undefined if it does not. Linear, and without recursion. */
function tooDeepAt(text: string): number | undefined {
  const scanner = createScanner(text, true);
  let depth = 0;
  for (let token: number = scanner.scan(); token !== END; token = scanner.scan()) {
    if (token === OPEN_BRACE || token === OPEN_BRACKET) depth += 1;
    else if (token === CLOSE_BRACE || token === CLOSE_BRACKET) depth -= 1;
    if (depth > MAX_DEPTH) return scanner.getTokenOffset();
  }
  return undefined;
}

function reasonOf(error: ParseError | undefined): string {
  if (!error) return 'the file is empty';
  const words = printParseErrorCode(error.error).replaceAll(/([a-z])([A-Z])/g, (_, a: string, b: string) => {
    return `${a} ${b.toLowerCase()}`;
  });
  return words.charAt(0).toLowerCase() + words.slice(1);
}

/** A property is shown at its name. */
function offsetOf(node: Node): number {
  return node.parent?.type === 'property' ? node.parent.offset : node.offset;
}
