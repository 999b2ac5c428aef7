import { textOf } from '../expressions/text-of.js';
import { fieldName, type Path } from '../fault-list.js';
import { substitute, variablesIn } from '../placeholders.js';
import { isList, isPlainObject } from '../shape/json.js';
import { isFixed, MAX_EXPANDED_CHARACTERS } from '../variables.js';
import type { Asked } from './read-modifications.js';

/** The names of the variables that each string of a document uses, by the path of the string. */
export type Uses = ReadonlyMap<string, readonly string[]>;

/**
 * Replaces `{{name}}` in every string of the document except in properties that the caller sets: their values are
 * literal. Changes the document.
 *
 * @param overridden the paths of those properties
 * @returns undefined if the strings become longer than a document may be, which is reported
 */
export function fillExpressions(
  document: object,
  { values, overridden }: { values: ReadonlyMap<string, unknown>; overridden: ReadonlySet<string> },
  { variables, variablesPath, faults }: Asked,
): Uses | undefined {
  const uses = replaceVariables(document, values, overridden);
  if (!uses) {
    const message = `variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`;
    faults.add(variablesPath, { code: 'VALUE_TOO_LARGE', message, value: variables });
    return undefined;
  }
  for (const name of new Set([...uses.values()].flat())) {
    if (values.has(name)) continue;
    faults.add([...variablesPath, name], { code: 'REQUIRED_FIELD', message: `${name} is required by the template` });
  }
  return uses;
}

function replaceVariables(
  document: object,
  values: ReadonlyMap<string, unknown>,
  overridden: ReadonlySet<string>,
): Uses | undefined {
  let characters = 0;
  const uses = new Map<string, string[]>();
  const visit = (container: unknown, path: Path): void => {
    if (!isPlainObject(container) && !isList(container)) return;
    for (const [key, value] of Object.entries(container)) {
      if (characters > MAX_EXPANDED_CHARACTERS) return;
      const at = [...path, Array.isArray(container) ? Number(key) : key];
      if (typeof value !== 'string') visit(value, at);
      else if (!isFixed(at) && !overridden.has(fieldName(at))) {
        const names = variablesIn(value);
        if (names.length === 0) continue;
        uses.set(fieldName(at), names);
        const expanded = substitute(value, (name) => textOf(values.get(name)) ?? '');
        characters += expanded.length;
        Reflect.set(container, key, expanded);
      }
    }
  };
  visit(document, []);
  return characters > MAX_EXPANDED_CHARACTERS ? undefined : uses;
}
