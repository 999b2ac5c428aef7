import type { VariableType } from './document.js';
import type { FaultCode } from './fault.js';
import type { Path } from './fault-list.js';
import { isCssColor } from '#libs/document';
import { MAX_VALUE_CHARACTERS } from './document-limits.js';
import { isWebUrl, webUrlFault, MAX_URL_CHARACTERS } from './rules/is-web-url.js';
import { jsonType } from './shape/json.js';

/** Characters of all strings with variables, after replacement: twice the size of a request. */
export const MAX_EXPANDED_CHARACTERS = 2_000_000;
/** Most placeholders in all strings of a document. */
export const MAX_PLACEHOLDERS = 10_000;

/** Names, discriminators, what is open and the declarations of variables are never substituted. */
export function isFixed(path: Path): boolean {
  return path[0] === 'variables' || path.at(-2) === 'open' || path.at(-1) === 'name' || path.at(-1) === 'type';
}

/** The fault of a value for a variable of this type; undefined if there is none. */
export function variableFault(
  name: string,
  type: VariableType,
  value: unknown,
): { code: FaultCode; message: string } | undefined {
  const expected = type === 'number' || type === 'boolean' ? type : 'string';
  if (jsonType(value) !== expected) return { code: 'INVALID_TYPE', message: `${name} must be a ${expected}` };
  if (typeof value !== 'string') return undefined;
  if (value.includes('\0')) return { code: 'INVALID_VALUE', message: `${name} must not contain U+0000` };
  const limit = type === 'url' ? MAX_URL_CHARACTERS : MAX_VALUE_CHARACTERS;
  if (value.length > limit)
    return { code: 'VALUE_TOO_LARGE', message: `${name} must be at most ${limit} characters long` };
  if (type === 'color' && !isCssColor(value)) return { code: 'INVALID_VALUE', message: `${name} must be a CSS color` };
  if (type === 'url' && !isWebUrl(value)) {
    return { code: 'INVALID_FORMAT', message: `${name} ${webUrlFault(value)}` };
  }
  return undefined;
}
