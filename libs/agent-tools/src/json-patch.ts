import { FramewrightError } from '#libs/client';
import { applyPatch, type Operation } from 'rfc6902';
import type { AnyDocument } from './agent-api.js';

/** Characters of JSON that a document may have when it is patched: copies in a patch could make any size. */
const MAX_DOCUMENT_JSON = 1_048_576;
/** Names of members that a message lists. */
const MAX_NAMES = 20;

/**
 * A copy of the document with the operations of a JSON Patch (RFC 6902) applied, all of them or none.
 *
 * @throws FramewrightError VALIDATION_ERROR that names the first operation that fails, and what its path may be
 */
export function patched(document: AnyDocument, patch: readonly Operation[]): AnyDocument {
  const root: { document: unknown } = { document: structuredClone(document) };
  let size = JSON.stringify(document).length;
  for (const [index, operation] of patch.entries()) {
    if (operation.op === 'copy') {
      size += JSON.stringify(valueAt(root.document, operation.from) ?? null).length;
      if (size > MAX_DOCUMENT_JSON) throw refusal(index, 'makes the document too large');
    }
    const problem = pathProblem(root.document, operation);
    if (problem !== undefined) throw refusal(index, problem);
    const [error] = applyPatch(root, [below(operation)]);
    if (error) throw refusal(index, error.message);
  }
  if (!isObject(root.document)) throw refusal(patch.length - 1, 'must leave an object');
  return root.document;
}

function isObject(value: unknown): value is AnyDocument {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** The operation on the object that holds the document, so that the whole document can be replaced, too. */
function below(operation: Operation): Operation {
  const moved = { ...operation, path: `/document${operation.path}` };
  return 'from' in moved ? { ...moved, from: `/document${moved.from}` } : moved;
}

/** Why the path of an operation leads nowhere; undefined if it does not. */
function pathProblem(document: unknown, operation: Operation): string | undefined {
  for (const [name, path] of pathsOf(operation)) {
    const mayEndNew = name === 'path' && ['add', 'copy', 'move'].includes(operation.op);
    const problem = problemOf(document, path, mayEndNew);
    if (problem !== undefined) return `${name} ${problem}`;
  }
  return undefined;
}

function pathsOf(operation: Operation): (readonly ['from' | 'path', string])[] {
  const own = ['path', operation.path] as const;
  return 'from' in operation ? [['from', operation.from], own] : [own];
}

function problemOf(document: unknown, path: string, mayEndNew: boolean): string | undefined {
  if (path !== '' && !path.startsWith('/')) return `${path} must begin with /, such as /pages/0/layers/1/text`;
  let at: unknown = document;
  const tokens = tokensOf(path);
  for (const [depth, token] of tokens.entries()) {
    const isNew = mayEndNew && depth === tokens.length - 1;
    const here = `/${tokens.slice(0, depth).join('/')}`;
    if (Array.isArray(at)) {
      const isPlace = token === '-' ? isNew : /^(0|[1-9]\d{0,8})$/.test(token);
      const most = isNew ? at.length : at.length - 1;
      if (!isPlace || Number(token) > most) {
        return `${path} leads nowhere: ${here} is a list of ${at.length}, with the indexes 0 to ${at.length - 1}`;
      }
      at = at[Number(token)];
    } else if (typeof at === 'object' && at !== null) {
      if (!Object.hasOwn(at, token) && !isNew) return `${path} leads nowhere: ${here} has ${namesOf(at)}`;
      at = Object.hasOwn(at, token) ? (at as AnyDocument)[token] : undefined;
    } else return `${path} leads nowhere: ${here} is no object and no list`;
  }
  return undefined;
}

function namesOf(object: object): string {
  const names = Object.keys(object);
  const rest = names.length > MAX_NAMES ? ` and ${names.length - MAX_NAMES} more` : '';
  return names.length === 0 ? 'no members' : `the members ${names.slice(0, MAX_NAMES).join(', ')}${rest}`;
}

/** The value at a JSON Pointer (RFC 6901); undefined if there is none. */
export function valueAt(document: unknown, pointer: string): unknown {
  return tokensOf(pointer).reduce<unknown>(
    (at, token) =>
      typeof at === 'object' && at !== null && Object.hasOwn(at, token) ? (at as AnyDocument)[token] : undefined,
    document,
  );
}

function tokensOf(pointer: string): string[] {
  const [, ...tokens] = pointer.split('/');
  return tokens.map((token) => token.replaceAll('~1', '/').replaceAll('~0', '~'));
}

function refusal(index: number, problem: string): FramewrightError {
  const message = `patch[${index}] ${problem}`;
  return new FramewrightError('The patch cannot be applied; nothing has changed', {
    code: 'VALIDATION_ERROR',
    faults: [{ field: `patch[${index}]`, code: 'INVALID_VALUE', message, value: null }],
  });
}
