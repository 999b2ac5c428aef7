import { didYouMean } from '../did-you-mean.js';
import type { TemplateVariable } from '../document.js';
import type { FaultList } from '../fault-list.js';
import { variableFault } from '../variables.js';
import type { Asked } from './read-modifications.js';

/** The value of each variable: the caller's or the default. A variable without either is absent. */
export function bindVariables(
  declared: Readonly<Record<string, TemplateVariable>>,
  { variables: given, variablesPath, faults }: Asked,
): Map<string, string> {
  const values = new Map<string, string>();
  for (const [name, { default: value }] of Object.entries(declared)) {
    if (value !== undefined) values.set(name, `${value as string | number | boolean}`);
  }
  for (const [name, value] of Object.entries(given)) {
    const variable = Object.hasOwn(declared, name) ? declared[name] : undefined;
    const fault = variable
      ? variableFault(name, variable.type, value)
      : { code: 'INVALID_VALUE' as const, message: unknownVariable(name, declared, faults) };
    if (fault) faults.add([...variablesPath, name], { ...fault, value });
    values.set(name, fault ? '' : String(value));
  }
  return values;
}

function unknownVariable(name: string, declared: object, faults: FaultList): string {
  const proposal = faults.isFull ? '' : didYouMean(name, Object.keys(declared));
  return `the template has no variable ${name.slice(0, 64)}${proposal}`;
}
