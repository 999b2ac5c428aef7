import { isPlainObject } from './json.js';

/** Characters of a string, or of the JSON text of an object or array (docs/api.md). */
const MAX_CHARACTERS = 256;

/** The characters that an excerpt may still have. */
interface Room {
  left: number;
}

/**
 * A rejected value as an error shows it: strings cut to 256 characters, objects and arrays without the members beyond
 * 256 characters of JSON, null for a missing value. Time and recursion depend on those 256 characters, not on the value.
 */
export function excerpt(value: unknown): unknown {
  return typeof value === 'string' ? cut(value, MAX_CHARACTERS) : partOf(value, { left: MAX_CHARACTERS });
}

/** Does not split a surrogate pair; half of one, which strict readers of JSON refuse, becomes U+FFFD. */
function cut(text: string, most: number): string {
  const isWhole = text.length <= most || !/[\uD800-\uDBFF]/.test(text.charAt(most - 1));
  return text.slice(0, isWhole ? most : most - 1).toWellFormed();
}

/** The part of a value for which there is room. Every level of nesting takes from the room. */
function partOf(value: unknown, room: Room): unknown {
  if (typeof value === 'string') {
    const text = cut(value, Math.max(0, room.left));
    room.left -= text.length + 2;
    return text;
  }
  if (Array.isArray(value)) return elementsOf(value, room);
  if (isPlainObject(value)) return membersOf(value, room);
  const isJson = typeof value === 'boolean' || Number.isFinite(value);
  room.left -= String(isJson ? value : null).length;
  return isJson ? value : null;
}

function elementsOf(array: readonly unknown[], room: Room): unknown[] {
  const part: unknown[] = [];
  room.left -= 2;
  for (const element of array) {
    if (room.left <= 0) break;
    part.push(partOf(element, room));
    room.left -= 1;
  }
  return part;
}

function membersOf(object: Record<string, unknown>, room: Room): object {
  const part = {};
  room.left -= 2;
  for (const key of Object.keys(object)) {
    room.left -= key.length + 4;
    if (room.left <= 0) break;
    // Also for `__proto__`, which an assignment would not keep. Two keys with halves of characters may become one.
    const value = partOf(object[key], room);
    Object.defineProperty(part, key.toWellFormed(), { value, enumerable: true, configurable: true });
  }
  return part;
}
