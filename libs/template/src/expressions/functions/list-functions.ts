import { EvaluationError } from '@marcbachmann/cel-js';
import { textOf } from '../text-of.js';
import type { OwnFunction } from './own-function.js';

export function listFunctions(): OwnFunction[] {
  return [
    ['join(list, string): string', (list: unknown[], separator: string) => textsOf(list).join(separator)],
    ['list.slice(int, int): list<dyn>', (list: unknown[], from: bigint, to: bigint) => slice(list, from, to)],
    ['list.reverse(): list<dyn>', (list: unknown[]) => list.toReversed()],
    ['list.first(): dyn', (list: unknown[]) => memberAt(list, 0)],
    ['list.last(): dyn', (list: unknown[]) => memberAt(list, -1)],
    ['list.sort(): list<dyn>', sorted],
  ];
}

/** The text of each member. @throws EvaluationError for a member without a text */
export function textsOf(list: readonly unknown[]): string[] {
  return list.map((member) => {
    const text = textOf(member);
    if (text !== undefined) return text;
    throw new EvaluationError('the list must contain texts, numbers and booleans only');
  });
}

function slice(list: readonly unknown[], from: bigint, to: bigint): unknown[] {
  return list.slice(Number(from < 0n ? 0n : from), Number(to < 0n ? 0n : to));
}

function memberAt(list: readonly unknown[], index: number): unknown {
  if (list.length === 0) throw new EvaluationError('the list is empty');
  return list.at(index);
}

function isAmount(value: unknown): value is number | bigint {
  return typeof value === 'number' || typeof value === 'bigint';
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

/** Numbers by value, or texts by their code points: the order depends on no locale. */
function sorted(list: readonly unknown[]): unknown[] {
  const isOrdered = list.every(isAmount) || list.every(isText);
  if (!isOrdered) throw new EvaluationError('only a list of numbers or of texts has an order');
  return list.toSorted((a, b) => (a < b ? -1 : a > b ? 1 : 0));
}
