import type { ASTNode } from '@marcbachmann/cel-js';
import type { Expression } from '../expressions/expression.js';

/** Functions whose first argument is a name for the members of a list. */
const LOOPS = new Set(['all', 'exists', 'exists_one', 'filter', 'map']);
/** Names of the language itself: the types, and what makes optional values. */
const OWN_NAMES = new Set([
  'bool',
  'bytes',
  'double',
  'int',
  'list',
  'map',
  'null_type',
  'optional',
  'string',
  'type',
  'uint',
]);

/** The names whose values an expression needs, each once: those that its own `map` or `filter` introduces are not. */
export function freeNames({ tree }: Expression): string[] {
  const names = new Set<string>();
  collect(tree, [], names);
  return [...names];
}

function collect(node: ASTNode, bound: readonly string[], names: Set<string>): void {
  if (node.op === 'id') {
    if (!bound.includes(node.args) && !OWN_NAMES.has(node.args)) names.add(node.args);
  } else if (node.op === '.' || node.op === '.?') collect(node.args[0], bound, names);
  else if (node.op === 'rcall') collectCall(node.args, bound, names);
  else if (node.op === 'call') for (const each of node.args[1]) collect(each, bound, names);
  else if (node.op === 'map') for (const each of node.args.flat()) collect(each, bound, names);
  else if (node.op === '!_' || node.op === '-_') collect(node.args, bound, names);
  else if (node.op !== 'value') for (const each of node.args) collect(each, bound, names);
}

function collectCall(
  [name, receiver, args]: Extract<ASTNode, { op: 'rcall' }>['args'],
  bound: readonly string[],
  names: Set<string>,
): void {
  collect(receiver, bound, names);
  const [variable] = args;
  const isLoop = LOOPS.has(name) && variable?.op === 'id';
  const inner = isLoop ? [...bound, variable.args] : bound;
  for (const each of isLoop ? args.slice(1) : args) collect(each, inner, names);
}
