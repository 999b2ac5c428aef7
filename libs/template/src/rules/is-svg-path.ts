import { defineRule } from '../shape/define-rule.js';

const ARGUMENTS: Readonly<Record<string, number>> = { m: 2, l: 2, h: 1, v: 1, c: 6, s: 4, q: 4, t: 2, z: 0 };
/**
 * A letter or a number, with the comma before it and the white space after it. Every character can match in one way
 * only, so matching takes linear time.
 */
const TOKEN = /(?:,\s*)?([a-z]|[+-]?(?:\d+(?:\.\d*)?|\.\d+)(?:e[+-]?\d{1,3})?)\s*/iy;

/** True for SVG path data that starts with a move and gives every command complete sets of numbers (SVG 2 §9.3). */
export function isSvgPath(value: unknown): value is string {
  if (typeof value !== 'string') return false;
  const commands: { letter: string; numbers: number }[] = [];
  TOKEN.lastIndex = value.length - value.trimStart().length;
  while (TOKEN.lastIndex < value.length) {
    const token = TOKEN.exec(value)?.[1];
    if (token === undefined) return false;
    if (/[a-z]/i.test(token[0]!)) commands.push({ letter: token.toLowerCase(), numbers: 0 });
    else if (commands.length === 0) return false;
    else commands.at(-1)!.numbers += 1;
  }
  return commands[0]?.letter === 'm' && commands.every(isComplete);
}

function isComplete({ letter, numbers }: { letter: string; numbers: number }): boolean {
  const size = Object.hasOwn(ARGUMENTS, letter) ? ARGUMENTS[letter]! : -1;
  // The two flags of an arc need no space after them.
  if (letter === 'a') return numbers >= 5;
  return size === 0 ? numbers === 0 : size > 0 && numbers > 0 && numbers % size === 0;
}

export function IsSvgPath(): PropertyDecorator {
  return defineRule({
    name: 'isSvgPath',
    code: 'INVALID_FORMAT',
    types: ['string'],
    message: 'must be SVG path data',
    schema: { examples: ['M 0 0 L 100 0 L 50 80 Z'] },
    test: isSvgPath,
  });
}
