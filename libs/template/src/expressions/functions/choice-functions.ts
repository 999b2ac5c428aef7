import { EvaluationError } from '@marcbachmann/cel-js';
import { isPlainObject, own } from '../../shape/json.js';
import type { OwnFunction } from './own-function.js';

type Amount = number | bigint;

/** Functions that choose among values: by number in a locale's grammar, and what stands in for a missing value. */
export function choiceFunctions(locale: string): OwnFunction[] {
  const rules = (type: 'cardinal' | 'ordinal') => new Intl.PluralRules([locale, 'en-US'], { type });
  const cardinal = rules('cardinal');
  const ordinal = rules('ordinal');
  return ['double', 'int']
    .flatMap((type): OwnFunction[] => [
      [`plural(${type}, map): string`, (value: Amount, forms: unknown) => formOf(cardinal, value, forms)],
      [`ordinal(${type}, map): string`, (value: Amount, forms: unknown) => formOf(ordinal, value, forms)],
      [
        `plural(${type}, string, string): string`,
        (value: Amount, one: string, other: string) => formOf(cardinal, value, { one, other }),
      ],
    ])
    .concat([['default(ast, ast): dyn', defaultMacro]]);
}

function formOf(rules: Intl.PluralRules, value: Amount, forms: unknown): string {
  const form = own(forms, rules.select(Number(value))) ?? own(forms, 'other');
  if (isPlainObject(forms) && typeof form === 'string') return form;
  throw new EvaluationError('the forms need a text for other');
}

/** A macro's parts of the library: nodes of the tree, and the functions that check and evaluate them. */
interface Macro {
  args: readonly [unknown, unknown];
}
interface Checker {
  check(node: unknown, context: unknown): unknown;
  getType(name: string): unknown;
}
interface Evaluator {
  run(node: unknown, context: unknown): unknown;
}

/** Codes of the library's errors that mean that there is no such value. */
const MISSING = new Set(['no_such_key', 'unknown_variable', 'index_out_of_bounds']);

/** `default(x, y)`: y if x is missing, null or an empty text. A macro: x is evaluated within it. */
function defaultMacro({ args }: Macro) {
  return {
    args,
    async: false,
    typeCheck(checker: Checker, macro: Macro, context: unknown) {
      for (const node of macro.args) checker.check(node, context);
      return checker.getType('dyn');
    },
    evaluate(evaluator: Evaluator, macro: Macro, context: unknown): unknown {
      const [node, otherwise] = macro.args;
      let value: unknown;
      try {
        value = evaluator.run(node, context);
      } catch (error) {
        if (!(error instanceof EvaluationError && MISSING.has(error.code))) throw error;
      }
      return value === undefined || value === null || value === '' ? evaluator.run(otherwise, context) : value;
    },
  };
}
