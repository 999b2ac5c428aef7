import { didYouMean } from '../did-you-mean.js';
import type { FaultList } from '../fault-list.js';
import type { TemplateVariable } from '../template-variable.js';
import { checkVariableValue, withFieldDefaults } from '../variables.js';
import type { Asked } from './read-modifications.js';

/**
 * The value of each variable: the caller's or the default. A variable without either is absent.
 *
 * @param options.withExamples whether the example stands in for a missing default
 */
export function bindVariables(
  declared: Readonly<Record<string, TemplateVariable>>,
  { variables: given, variablesPath, faults }: Asked,
  { withExamples = false } = {},
): Map<string, unknown> {
  const values = new Map<string, unknown>();
  for (const [name, variable] of Object.entries(declared)) {
    const value = variable.default ?? (withExamples ? variable.example : undefined);
    if (value !== undefined) values.set(name, withFieldDefaults(variable, value));
  }
  for (const [name, value] of Object.entries(given)) {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const path = [...variablesPath, name];
    const before = faults.count;
    if (variable) checkVariableValue(variable, value, path, { faults });
    else faults.add(path, { code: 'INVALID_VALUE', message: unknownVariable(name, declared, faults), value });
    values.set(name, faults.count > before ? '' : withFieldDefaults(variable, value));
  }
  return values;
}

function unknownVariable(name: string, declared: object, faults: FaultList): string {
  const proposal = faults.isFull ? '' : didYouMean(name, Object.keys(declared));
  return `the template has no variable ${name.slice(0, 64)}${proposal}`;
}
