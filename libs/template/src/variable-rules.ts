import { RESERVED_NAMES } from './expressions/reserved-names.js';
import type { Path } from './fault-list.js';
import { isPlainObject, listOf, own } from './shape/json.js';
import { MAX_LIST_DEPTH, type VariableType } from './template-variable.js';
import { checkVariableValue, typeOfVariable, type ValueCheck } from './variables.js';

/** Properties of a declaration that only some types have. */
const TYPES_OF: ReadonlyMap<string, readonly VariableType[]> = new Map<string, readonly VariableType[]>([
  ['minimum', ['number', 'money']],
  ['maximum', ['number', 'money']],
  ['max_length', ['string']],
  ['media', ['url']],
  ['options', ['enum']],
  ['fields', ['list']],
  ['min_items', ['list']],
  ['max_items', ['list']],
]);
/** Properties that a declaration of a type needs. */
const NEEDED: Partial<Record<VariableType, string>> = { enum: 'options', list: 'fields' };

/** Checks the declarations of variables: their names, what their types need and allow, and that defaults and examples are of their type. */
export function checkDeclarations(document: unknown, check: ValueCheck): void {
  const variables = own(document, 'variables');
  if (!isPlainObject(variables)) return;
  for (const [name, variable] of Object.entries(variables)) {
    const path = ['variables', name];
    if (RESERVED_NAMES.has(name)) {
      const message = `${name} is a word of the expression language; a variable needs another name`;
      check.faults.add(path, { code: 'INVALID_VALUE', message, value: name });
    }
    checkDeclaration(variable, path, 1, check);
  }
}

function checkDeclaration(variable: unknown, path: Path, depth: number, check: ValueCheck): void {
  if (!isPlainObject(variable)) return;
  const type = typeOfVariable(variable);
  checkProperties(variable, type, path, check);
  if (type === 'list' && depth > MAX_LIST_DEPTH) {
    const message = `lists may contain lists to a depth of ${MAX_LIST_DEPTH}`;
    check.faults.add([...path, 'type'], { code: 'INVALID_VALUE', message, value: type });
    return;
  }
  for (const property of ['default', 'example']) {
    const value = own(variable, property);
    if (value !== undefined && value !== null) checkVariableValue(variable, value, [...path, property], check);
  }
  const fields = own(variable, 'fields');
  if (type !== 'list' || !isPlainObject(fields)) return;
  for (const [name, field] of Object.entries(fields)) {
    checkDeclaration(field, [...path, 'fields', name], depth + 1, check);
  }
}

function checkProperties(
  variable: Record<string, unknown>,
  type: VariableType,
  path: Path,
  { faults }: ValueCheck,
): void {
  for (const [property, types] of TYPES_OF) {
    const value = own(variable, property);
    if (value === undefined || types.includes(type)) continue;
    const message = `${property} belongs to a variable of type ${types.join(' or ')}, not ${type}`;
    faults.add([...path, property], { code: 'INVALID_VALUE', message, value });
  }
  const needed = NEEDED[type];
  if (needed !== undefined && own(variable, needed) === undefined) {
    const message = `a variable of type ${type} needs ${needed}`;
    faults.add([...path, needed], { code: 'REQUIRED_FIELD', message });
  }
  checkOrder(variable, ['minimum', 'maximum'], path, faults);
  checkOrder(variable, ['min_items', 'max_items'], path, faults);
  const options = listOf(own(variable, 'options')).map((option) => own(option, 'value'));
  const twice = options.findIndex((value, index) => options.indexOf(value) !== index);
  if (twice === -1) return;
  const message = 'two options have the same value';
  faults.add([...path, 'options', twice, 'value'], { code: 'INVALID_VALUE', message, value: options[twice] });
}

function checkOrder(
  variable: Record<string, unknown>,
  [least, most]: readonly [string, string],
  path: Path,
  faults: ValueCheck['faults'],
): void {
  const low = own(variable, least);
  const high = own(variable, most);
  if (typeof low !== 'number' || typeof high !== 'number' || low <= high) return;
  faults.add([...path, most], {
    code: 'VALUE_TOO_SMALL',
    message: `${most} must not be less than ${least}`,
    value: high,
  });
}
