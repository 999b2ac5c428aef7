import { EvaluationError, type RegisteredFunctionHandler } from '@marcbachmann/cel-js';
import type { OwnFunction } from './own-function.js';

/** Characters to which a text may be padded. */
export const MAX_PADDED_CHARACTERS = 1_000;

/** Functions of text: each may be called as `upper(name)` and as `name.upper()`. */
export function textFunctions(locale: string): OwnFunction[] {
  return [
    ...bothWays('upper', '', (text: string) => text.toLocaleUpperCase(locale)),
    ...bothWays('lower', '', (text: string) => text.toLocaleLowerCase(locale)),
    ...bothWays('capitalize', '', (text: string) => capitalize(text, locale)),
    // The language has text.trim() itself.
    ['trim(string): string', (text: string) => text.trim()],
    ...bothWays('truncate', 'int', (text: string, most: bigint) => truncate(text, Number(most), '…')),
    ...bothWays('truncate', 'int, string', (text: string, most: bigint, end: string) =>
      truncate(text, Number(most), end),
    ),
    ...bothWays('replace', 'string, string', (text: string, from: string, to: string) => text.split(from).join(to)),
    ...bothWays('padStart', 'int', (text: string, length: bigint) => text.padStart(padded(length))),
    ...bothWays('padStart', 'int, string', (text: string, length: bigint, fill: string) =>
      text.padStart(padded(length), fill),
    ),
    ...bothWays('padEnd', 'int', (text: string, length: bigint) => text.padEnd(padded(length))),
    ...bothWays('padEnd', 'int, string', (text: string, length: bigint, fill: string) =>
      text.padEnd(padded(length), fill),
    ),
    ['split(string, string): list<string>', (text: string, separator: string) => text.split(separator)],
  ];
}

function bothWays(name: string, rest: string, handler: RegisteredFunctionHandler): OwnFunction[] {
  return [
    [`${name}(string${rest && `, ${rest}`}): string`, handler],
    [`string.${name}(${rest}): string`, handler],
  ];
}

function capitalize(text: string, locale: string): string {
  const [first = ''] = text;
  return first.toLocaleUpperCase(locale) + text.slice(first.length);
}

const graphemes = new Intl.Segmenter('und', { granularity: 'grapheme' });

function charactersOf(text: string): string[] {
  return Array.from(graphemes.segment(text), ({ segment }) => segment);
}

/** The text itself, or so much of it that it has at most `most` characters with its end. Halves no character. */
function truncate(text: string, most: number, end: string): string {
  const characters = charactersOf(text);
  if (characters.length <= most) return text;
  const room = Math.max(most - charactersOf(end).length, 0);
  return characters.slice(0, room).join('').trimEnd() + end;
}

function padded(length: bigint): number {
  if (length <= MAX_PADDED_CHARACTERS) return Number(length);
  throw new EvaluationError(`text is padded to at most ${MAX_PADDED_CHARACTERS} characters`);
}
