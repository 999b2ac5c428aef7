import { EvaluationError } from '@marcbachmann/cel-js';
import type { OwnFunction } from './own-function.js';

type Amount = number | bigint;

/** Digits after the point to which numbers are rounded at most. */
const MAX_ROUND_DIGITS = 15;

export function numberFunctions(): OwnFunction[] {
  return [
    ...ofEachNumber('round', (value) => round(value, 0)),
    ['round(double, int): double', (value: number, digits: bigint) => round(value, digitsOf(digits))],
    ['round(int, int): double', (value: bigint, digits: bigint) => round(Number(value), digitsOf(digits))],
    ...ofEachNumber('floor', Math.floor),
    ...ofEachNumber('ceil', Math.ceil),
    ...ofEachNumber('abs', Math.abs),
    ...ofTwoNumbers('min', (a, b) => (b < a ? b : a)),
    ...ofTwoNumbers('max', (a, b) => (b > a ? b : a)),
    ['min(list): double', (list: unknown[]) => Math.min(...numbersOf(list, 'min'))],
    ['max(list): double', (list: unknown[]) => Math.max(...numbersOf(list, 'max'))],
    ['sum(list): double', (list: unknown[]) => numbersIn(list).reduce((sum, each) => sum + each, 0)],
  ];
}

/**
 * Operators between whole and decimal numbers, which the language keeps apart. A variable's number is decimal, so
 * `price * 2` needs them.
 */
export function mixedOperators(): OwnFunction[] {
  const operators: Record<string, (a: number, b: number) => number> = {
    '+': (a, b) => a + b,
    '-': (a, b) => a - b,
    '*': (a, b) => a * b,
    '/': (a, b) => a / b,
    '%': (a, b) => a % b,
  };
  const mixed = ['double', 'int'].flatMap((left) => ['double', 'int'].map((right) => [left, right] as const));
  const arithmetic = Object.entries(operators).flatMap(([operator, compute]) =>
    mixed
      .filter(([left, right]) => left !== right || (operator === '%' && left === 'double'))
      .map(([left, right]): OwnFunction => [
        `${left} ${operator} ${right}: double`,
        (a: Amount, b: Amount) => compute(Number(a), Number(b)),
      ]),
  );
  return [...arithmetic, ['double == int', (a: number, b: bigint) => a === Number(b)]];
}

function ofEachNumber(name: string, compute: (value: number) => number): OwnFunction[] {
  return ['double', 'int'].map((type) => [`${name}(${type}): double`, (value: Amount) => compute(Number(value))]);
}

function ofTwoNumbers(name: string, choose: (a: Amount, b: Amount) => Amount): OwnFunction[] {
  return ['double', 'int'].flatMap((left) =>
    ['double', 'int'].map((right): OwnFunction => [
      `${name}(${left}, ${right}): ${left === right ? left : 'double'}`,
      left === right ? choose : (a: Amount, b: Amount) => Number(choose(a, b)),
    ]),
  );
}

/** Rounds halves away from zero, by the decimal digits of the number as it prints: 1.005 to two digits is 1.01. */
function round(value: number, digits: number): number {
  const [mantissa = '', exponent = '0'] = Math.abs(value).toString().split('e');
  const shifted = Math.round(Number(`${mantissa}e${Number(exponent) + digits}`));
  const [rounded = '', power = '0'] = shifted.toString().split('e');
  const result = Number(`${rounded}e${Number(power) - digits}`);
  return Number.isFinite(result) ? Math.sign(value) * result : value;
}

function digitsOf(digits: bigint): number {
  if (digits >= -MAX_ROUND_DIGITS && digits <= MAX_ROUND_DIGITS) return Number(digits);
  throw new EvaluationError(`numbers are rounded to at most ${MAX_ROUND_DIGITS} digits`);
}

function numbersIn(list: readonly unknown[]): number[] {
  return list.map((each) => {
    if (typeof each === 'number' || typeof each === 'bigint') return Number(each);
    throw new EvaluationError('the list must contain numbers only');
  });
}

function numbersOf(list: readonly unknown[], name: string): number[] {
  if (list.length === 0) throw new EvaluationError(`${name} of an empty list`);
  return numbersIn(list);
}
