import {
  type ASTNode,
  type Environment,
  EvaluationError,
  type ParseResult,
  type TypeCheckResult,
  TypeError as CelTypeError,
} from '@marcbachmann/cel-js';
import type { OwnFunction } from './own-function.js';

/** A function that no expression may call: what takes the place of a decimal index is a call of it. */
const CONVERSION = 'wholeNumber';

/** The function for decimal indexes, and the language's own functions of positions in a text for decimal ones. */
export function positionFunctions(): OwnFunction[] {
  const built: OwnFunction[] = [
    ['string.substring(int): string', (text: string, from: bigint) => part(text, from)],
    ['string.substring(int, int): string', (text: string, from: bigint, to: bigint) => part(text, from, to)],
    [
      'string.indexOf(string, int): int',
      (text: string, search: string, from: bigint) => BigInt(text.indexOf(search, Number(from))),
    ],
    [
      'string.lastIndexOf(string, int): int',
      (text: string, search: string, from: bigint) => BigInt(text.lastIndexOf(search, Number(from))),
    ],
  ];
  return [[`${CONVERSION}(double): int`, whole], ...built.flatMap(withDecimals)];
}

function part(text: string, from: bigint, to = BigInt(text.length)): string {
  if (0 <= from && from <= to && to <= text.length) return text.substring(Number(from), Number(to));
  throw new EvaluationError(`the text has no characters ${from} to ${to}`);
}

/**
 * The variants of a function that take decimal numbers in place of its whole ones, as far as these are whole: numbers of
 * variables are decimal.
 */
export function withDecimals([signature, handler]: OwnFunction): OwnFunction[] {
  const [, head = '', list = '', result = ''] = /^([^()]*)\(([^()]*)\)(.*)$/.exec(signature) ?? [];
  const args = list.split(', ');
  const places = args.flatMap((type, index) => (type === 'int' ? [index] : []));
  const receivers = head.includes('.') ? 1 : 0;
  return Array.from({ length: 2 ** places.length - 1 }, (_, subset): OwnFunction => {
    const chosen = places.filter((_place, bit) => ((subset + 1) >> bit) % 2 === 1);
    const types = args.map((type, index) => (chosen.includes(index) ? 'double' : type));
    return [
      `${head}(${types.join(', ')})${result}`,
      (...values: unknown[]): unknown =>
        handler(...values.map((value, index) => (chosen.includes(index - receivers) ? whole(value) : value))),
    ];
  });
}

function whole(value: unknown): bigint {
  if (Number.isSafeInteger(value)) return BigInt(Number(value));
  throw new EvaluationError(`${String(value)} is not a whole number`);
}

/**
 * Checks the types of an expression. A decimal number may be the index of a list, and stand in a choice beside a whole one:
 * conversions take the place of such parts of the tree.
 */
export function checkTypes(parsed: ParseResult, language: Environment): TypeCheckResult {
  let checked = parsed.check();
  while (checked.error instanceof CelTypeError && isConverted(checked.error, language)) checked = parsed.check();
  return checked;
}

/** Converts the part of the tree that an error is about. False if it has another cause. */
function isConverted({ node, code, summary }: CelTypeError, language: Environment): boolean {
  if (code === 'invalid_index_type' && summary.endsWith("'double'") && (node?.op === '[]' || node?.op === '[?]')) {
    node.args[1] = callOf(CONVERSION, node.args[1], language);
    return true;
  }
  const isMixed = summary.endsWith("'double' and 'int'") || summary.endsWith("'int' and 'double'");
  if (code !== 'incompatible_ternary_branches' || !isMixed || node?.op !== '?:') return false;
  for (const branch of [1, 2] as const) node.args[branch] = callOf('double', node.args[branch], language);
  return true;
}

/** A call with one argument, at the place of this argument. */
function callOf(name: string, argument: ASTNode, language: Environment): ASTNode {
  const call = language.parse(`${' '.repeat(argument.start)}${name}(0)`).ast;
  if (call.op === 'call') call.args[1][0] = argument;
  return call;
}
