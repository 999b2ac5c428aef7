import { ExpressionFault } from './expression-fault.js';
import type { Expression } from './expression.js';
import { parseExpression } from './language.js';

/** A variable's name alone: `{{name}}`. It prints as it does without the language. */
export interface NamePart {
  readonly name: string;
  readonly offset: number;
}

/** A part of a string: literal text, a variable's name, or an expression. */
export type Part = string | NamePart | Expression;

const NAME = /\{\{\s*([A-Za-z][A-Za-z0-9_]{0,63})\s*\}\}/y;

/**
 * Splits a string at what `{{` and `}}` enclose. Braces that enclose nothing stay literal, as does `{{` without an end.
 * Linear in the length of the text. The fault is that of the first expression that cannot be read.
 */
export function parseTemplateString(text: string): Part[] | ExpressionFault {
  const read: Part[] = [];
  for (const part of partsOf(text)) {
    if (part instanceof UnreadPart) return part;
    read.push(part);
  }
  return read;
}

/**
 * The same for a stored document, which was accepted before: what cannot be read as an expression stays literal, because
 * it did when only names stood between braces.
 */
export function parseStoredString(text: string): Part[] {
  return partsOf(text).map((part) => (part instanceof UnreadPart ? part.literal : part));
}

/** A text between braces that cannot be read as an expression. */
class UnreadPart extends ExpressionFault {
  constructor(
    { reason, offset }: ExpressionFault,
    readonly literal: string,
  ) {
    super(reason, offset);
  }
}

function partsOf(text: string): (Part | UnreadPart)[] {
  return [...enclosed(text)].map((found) => {
    if (typeof found === 'string' || 'name' in found) return found;
    const expression = parseExpression(found.source, found.offset);
    return expression instanceof ExpressionFault ? new UnreadPart(expression, `{{${found.source}}}`) : expression;
  });
}

/** Whether the string has a name or an expression between braces. */
export function hasExpressions(text: string): boolean {
  return text.includes('{{') && [...enclosed(text)].some((part) => typeof part !== 'string');
}

type Enclosed = string | NamePart | { source: string; offset: number };

function* enclosed(text: string): Iterable<Enclosed> {
  let literal = 0;
  let at = text.indexOf('{{');
  while (at !== -1) {
    const name = nameAt(text, at) ?? nameAt(text, at + 1);
    const start = name && nameAt(text, at) === undefined ? at + 1 : at;
    const end = name ? name.end : endOf(text, at + 2);
    if (end === undefined || text.slice(at + 2, end - 2).trim() === '') {
      at = text.indexOf('{{', at + 1);
      continue;
    }
    if (start > literal) yield text.slice(literal, start);
    yield name ? { name: name.name, offset: start } : { source: text.slice(at + 2, end - 2), offset: at + 2 };
    literal = end;
    at = text.indexOf('{{', end);
  }
  if (literal < text.length) yield text.slice(literal);
}

function nameAt(text: string, at: number): { name: string; end: number } | undefined {
  NAME.lastIndex = at;
  const match = NAME.exec(text);
  return match ? { name: match[1]!, end: NAME.lastIndex } : undefined;
}

/**
 * The end of the `}}` that closes an expression: the first outside quotes and outside braces of its own. Undefined
 * without one before the next `{{`: the text is no expression then.
 */
function endOf(text: string, start: number): number | undefined {
  let depth = 0;
  let quote = '';
  for (let at = start; at < text.length; at += 1) {
    const character = text[at]!;
    if (quote !== '') {
      if (character === '\\') at += 1;
      else if (character === quote) quote = '';
    } else if (character === '"' || character === "'") quote = character;
    else if (character === '\\') return undefined;
    else if (character === '{') {
      if (text[at + 1] === '{') return undefined;
      depth += 1;
    } else if (character === '}') {
      if (depth === 0 && text[at + 1] === '}') return at + 2;
      depth = Math.max(depth - 1, 0);
    }
  }
  return undefined;
}
