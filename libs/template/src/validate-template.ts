import { checkDocumentRules } from './document-rules.js';
import { TemplateDocument, VARIABLE_TYPES, type VariableType } from './document.js';
import type { Checked } from './fault.js';
import { FaultList, type Path } from './fault-list.js';
import { addAddressFault, type Check, type CheckAddress, checkShape } from './shape/check-shape.js';
import { isPlainObject, own } from './shape/json.js';
import { isFixed, substitute, variableFault, variablesIn } from './variables.js';

/**
 * Judges a template document: its shape, the rules that bind fields together (TEMPLATE.md, limits of API.md §3), and
 * whether the render engine can draw it. All faults at once. The document comes back as it was written: defaults are not
 * filled in, `{{name}}` is not replaced (that is what `applyModifications` does, once per video).
 *
 * A string that uses variables is judged with their defaults in place; without a default it is judged per video.
 */
export function validateTemplate(
  input: unknown,
  { checkAddress }: { checkAddress?: CheckAddress } = {},
): Checked<TemplateDocument> {
  const faults = new FaultList(input);
  const variables = declaredVariables(input);
  const readString = (text: string, path: Path): string | undefined => {
    const unknown = isFixed(path) ? [] : variablesIn(text).filter((name) => !variables.has(name));
    for (const name of new Set(unknown)) {
      const message = `the document declares no variable ${name}`;
      faults.add(path, { code: 'INVALID_VALUE', message, value: text });
    }
    return unknown.length > 0 ? undefined : withDefaults(text, path, variables);
  };
  const check = { faults, readString, checkAddress };
  const value = checkShape(check, TemplateDocument, input, []);
  checkDefaults(variables, check);
  checkDocumentRules(input, faults);
  return faults.count === 0 ? { ok: true, value: value as TemplateDocument } : { ok: false, faults: faults.report() };
}

interface Declared {
  type: VariableType;
  default: unknown;
}

/** The declarations that can be read; faults in the others are the shape's business. */
function declaredVariables(document: unknown): Map<string, Declared> {
  const variables = own(document, 'variables');
  if (!isPlainObject(variables)) return new Map();
  const declared = Object.entries(variables).map(([name, variable]): [string, Declared] => {
    const type = VARIABLE_TYPES.find((each) => each === own(variable, 'type')) ?? 'string';
    return [name, { type, default: own(variable, 'default') }];
  });
  return new Map(declared);
}

function checkDefaults(variables: ReadonlyMap<string, Declared>, check: Check): void {
  for (const [name, variable] of variables) {
    if (variable.default === undefined || variable.default === null) continue;
    const fault = variableFault('default', variable.type, variable.default);
    const path = ['variables', name, 'default'];
    if (fault) check.faults.add(path, { ...fault, value: variable.default });
    else if (variable.type === 'url') addAddressFault(check, variable.default as string, path);
  }
}

function withDefaults(text: string, path: Path, variables: ReadonlyMap<string, Declared>): string | undefined {
  const names = isFixed(path) ? [] : variablesIn(text);
  if (names.length === 0) return text;
  const values = new Map(names.map((name) => [name, variables.get(name)?.default]));
  const known = [...values.values()].every((value) => value !== undefined);
  return known ? substitute(text, (name) => String(values.get(name))) : undefined;
}
