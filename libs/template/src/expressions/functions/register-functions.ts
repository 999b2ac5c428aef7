import type { Environment } from '@marcbachmann/cel-js';
import { choiceFunctions } from './choice-functions.js';
import { formatFunctions } from './format-functions.js';
import { listFunctions } from './list-functions.js';
import { mixedOperators, numberFunctions } from './number-functions.js';
import type { OwnFunction } from './own-function.js';
import { textFunctions } from './text-functions.js';
import { positionFunctions, withDecimals } from './whole-numbers.js';

/** Every function that the language itself lacks. @param locale for which they format */
function ownFunctions(locale: string): readonly OwnFunction[] {
  return [
    ...textFunctions(locale),
    ...numberFunctions(),
    ...listFunctions(),
    ...formatFunctions(locale),
    ...choiceFunctions(locale),
  ];
}

/** Names of the functions that the language itself lacks. */
export const OWN_FUNCTIONS: ReadonlySet<string> = new Set(
  ownFunctions('en-US').map(([signature]) => signature.slice(signature.indexOf('.') + 1, signature.indexOf('('))),
);

/** Every function, each with its variants for decimal numbers, unless it has one of its own. */
function allFunctions(locale: string): readonly OwnFunction[] {
  const own = ownFunctions(locale);
  const taken = new Set<string>();
  return [...own, ...own.flatMap(withDecimals), ...positionFunctions()].filter(([signature]) => {
    const called = signature.slice(0, signature.lastIndexOf(')'));
    return !taken.has(called) && taken.add(called);
  });
}

export function registerFunctions(environment: Environment, locale: string): void {
  for (const [signature, handler] of allFunctions(locale)) {
    environment.registerFunction(signature, handler, { async: false });
  }
  for (const [signature, handler] of mixedOperators()) environment.registerOperator(signature, handler);
}
