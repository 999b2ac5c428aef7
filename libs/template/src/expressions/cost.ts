import type { ASTNode } from '@marcbachmann/cel-js';
import { ExpressionFault } from './expression-fault.js';
import type { Expression } from './expression.js';
import { MAX_PADDED_CHARACTERS } from './functions/text-functions.js';
import type { Scope } from './scope.js';
import { joined, listOfSize, SCALAR, type Size, sizeOf, textOfSize, weightOf } from './sizes.js';

/** Steps that one expression may take: some tens of milliseconds. */
const MAX_STEPS = 500_000;
/** Characters that formatting adds at most: words of a date, digits, a currency's name. */
const FORMATTED = textOfSize(200);
/** Characters that a letter becomes at most in another case. */
const CASE_GROWTH = 3;

/** The fault of an expression that may take more steps than it or its document may. Charges what it may take. */
export function costFault({ tree, offset }: Expression, scope: Scope): ExpressionFault | undefined {
  const { steps } = boundOf(tree, (name) => sizeOf(scope.values.get(name)));
  if (steps > MAX_STEPS) {
    return new ExpressionFault(`the expression may take more than ${MAX_STEPS} steps with these values`, offset);
  }
  scope.budget.steps -= steps;
  if (scope.budget.steps >= 0) return undefined;
  return new ExpressionFault('the expressions of the document take too many steps together', offset);
}

/** Upper bounds of the steps of a node, and of the size of its value. */
interface Bound {
  steps: number;
  size: Size;
}

type SizeOfName = (name: string) => Size;

function boundOf(node: ASTNode, sizeOfName: SizeOfName): Bound {
  switch (node.op) {
    case 'value':
      return { steps: 1, size: sizeOf(node.args) };
    case 'id':
      return { steps: 1, size: sizeOfName(node.args) };
    case '.':
    case '.?': {
      const of = boundOf(node.args[0], sizeOfName);
      return { steps: of.steps + 1, size: of.size.member ?? of.size };
    }
    case 'call':
      return boundOfCall(node.args[0], node.args[1], sizeOfName);
    case 'rcall':
      return boundOfMethod(node.args, sizeOfName);
    case 'list':
      return boundOfMembers(node.args, sizeOfName);
    case 'map':
      return boundOfMembers(node.args.flat(), sizeOfName);
    case '!_':
    case '-_':
      return { steps: boundOf(node.args, sizeOfName).steps + 1, size: SCALAR };
    default:
      return boundOfOperator(node.op, node.args, sizeOfName);
  }
}

function boundOfMembers(nodes: readonly ASTNode[], sizeOfName: SizeOfName): Bound {
  const members = nodes.map((node) => boundOf(node, sizeOfName));
  return { steps: stepsOf(members) + nodes.length, size: listOfSize(nodes.length, sizeOfAny(members)) };
}

function boundOfOperator(operator: string, nodes: readonly ASTNode[], sizeOfName: SizeOfName): Bound {
  const operands = nodes.map((node) => boundOf(node, sizeOfName));
  const steps = stepsOf(operands) + 1;
  const weight = operands.reduce((sum, { size }) => sum + weightOf(size), 0);
  switch (operator) {
    case '+': {
      const [left = SCALAR, right = SCALAR] = operands.map(({ size }) => size);
      const size = {
        characters: left.characters + right.characters,
        count: left.count + right.count,
        member: left.member && right.member ? joined(left.member, right.member) : (left.member ?? right.member),
      };
      return { steps: steps + weight, size };
    }
    case '?:':
      return { steps, size: sizeOfAny(operands.slice(1)) };
    case '[]':
    case '[?]':
      return { steps, size: operands[0]!.size.member ?? operands[0]!.size };
    default:
      return { steps: steps + weight, size: SCALAR };
  }
}

/** Functions that evaluate their last arguments once for each member of a list. */
const LOOPS = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);

function boundOfMethod(
  [name, receiver, args]: readonly [string, ASTNode, readonly ASTNode[]],
  sizeOfName: SizeOfName,
): Bound {
  const [variable, ...bodies] = args;
  if (!LOOPS.has(name) || variable?.op !== 'id') return boundOfCall(name, [receiver, ...args], sizeOfName);
  const list = boundOf(receiver, sizeOfName);
  const member = list.size.member ?? SCALAR;
  const within = (asked: string) => (asked === variable.args ? member : sizeOfName(asked));
  const results = bodies.map((body) => boundOf(body, within));
  // Members of a text, or keys of an object, are no list; the evaluation refuses them.
  const count = Math.max(list.size.count, 1);
  const steps = list.steps + count * (stepsOf(results) + 1);
  if (name === 'map') return { steps, size: listOfSize(count, results.at(-1)?.size ?? SCALAR) };
  return { steps, size: name === 'filter' ? list.size : SCALAR };
}

function boundOfCall(name: string, nodes: readonly ASTNode[], sizeOfName: SizeOfName): Bound {
  const args = nodes.map((node) => boundOf(node, sizeOfName));
  const sizes = args.map(({ size }) => size);
  const size = (GROWTH.get(name) ?? likeArguments)(sizes);
  const work = sizes.reduce((sum, each) => sum + weightOf(each), 0) + weightOf(size);
  return { steps: stepsOf(args) + 1 + work, size };
}

/** The size of the result of a function that does more than to pass, shorten or format its arguments. */
const GROWTH: ReadonlyMap<string, (sizes: readonly Size[]) => Size> = new Map([
  ['upper', grown],
  ['lower', grown],
  ['capitalize', grown],
  ['padStart', padded],
  ['padEnd', padded],
  ['split', ([text = SCALAR]) => listOfSize(text.characters + 1, textOfSize(text.characters))],
  ['join', written],
  ['list', written],
  ['replace', ([text = SCALAR, , by = SCALAR]) => textOfSize(text.characters + (text.characters + 1) * by.characters)],
]);

function grown([text = SCALAR]: readonly Size[]): Size {
  return textOfSize(CASE_GROWTH * text.characters);
}

function padded([text = SCALAR]: readonly Size[]): Size {
  return textOfSize(text.characters + MAX_PADDED_CHARACTERS);
}

/** Texts of a list, one after the other, with what stands between them: a separator, or some letters of a locale. */
function written([list = SCALAR, separator = SCALAR]: readonly Size[]): Size {
  const each = list.member?.characters ?? 0;
  return textOfSize(list.count * (each + Math.max(separator.characters, SCALAR.characters)));
}

function likeArguments(sizes: readonly Size[]): Size {
  const { characters, ...of } = sizes.reduce(joined, SCALAR);
  return { ...of, characters: characters + FORMATTED.characters };
}

function sizeOfAny(bounds: readonly Bound[]): Size {
  return bounds.reduce((size, bound) => joined(size, bound.size), SCALAR);
}

function stepsOf(bounds: readonly Bound[]): number {
  return bounds.reduce((sum, { steps }) => sum + steps, 0);
}
