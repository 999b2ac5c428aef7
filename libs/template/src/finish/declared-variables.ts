import { FaultList } from '../fault-list.js';
import { isPlainObject, own } from '../shape/json.js';
import { checkVariableValue, withFieldDefaults } from '../variables.js';

/** A readable declaration of a variable. */
export interface Declared {
  /** The default as expressions see it. */
  readonly value: unknown;
  /** Whether there is a default, and it is of the type of the variable. */
  readonly isUsable: boolean;
}

/** The readable declarations. The rules of the shape and of declarations report faults in the others. */
export function declaredVariables(document: unknown): ReadonlyMap<string, Declared> {
  const variables = own(document, 'variables');
  if (!isPlainObject(variables)) return new Map();
  const declared = Object.entries(variables).map(([name, variable]): [string, Declared] => {
    const value = own(variable, 'default');
    const faults = new FaultList(value);
    checkVariableValue(variable, value, ['default'], { faults });
    return [name, { value: withFieldDefaults(variable, value), isUsable: faults.count === 0 }];
  });
  return new Map(declared);
}
