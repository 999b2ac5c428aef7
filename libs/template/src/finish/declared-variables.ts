import { VARIABLE_TYPES, type VariableType } from '../document.js';
import { addAddressFault, type Check } from '../shape/check-shape.js';
import { isPlainObject, own } from '../shape/json.js';
import { variableFault } from '../variables.js';

/** A readable declaration of a variable. */
export interface Declared {
  readonly type: VariableType;
  readonly default: unknown;
  readonly fault?: ReturnType<typeof variableFault>;
}

/** The readable declarations. The rules of the shape report faults in the others. */
export function declaredVariables(document: unknown): ReadonlyMap<string, Declared> {
  const variables = own(document, 'variables');
  if (!isPlainObject(variables)) return new Map();
  const declared = Object.entries(variables).map(([name, variable]): [string, Declared] => {
    const type = VARIABLE_TYPES.find((each) => each === own(variable, 'type')) ?? 'string';
    const value = own(variable, 'default');
    const isGiven = value !== undefined && value !== null;
    return [name, { type, default: value, ...(isGiven && { fault: variableFault('default', type, value) }) }];
  });
  return new Map(declared);
}

/** Reports the defaults that are not of their type. */
export function checkDefaults(variables: ReadonlyMap<string, Declared>, check: Check): void {
  for (const [name, variable] of variables) {
    if (variable.default === undefined || variable.default === null) continue;
    const path = ['variables', name, 'default'];
    if (variable.fault) check.faults.add(path, { ...variable.fault, value: variable.default });
    else if (variable.type === 'url' && typeof variable.default === 'string') {
      addAddressFault(check, variable.default, path);
    }
  }
}
