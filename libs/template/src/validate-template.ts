import { didYouMean } from './did-you-mean.js';
import { type DocumentLimits, FORMAT_LIMITS } from './document-limits.js';
import { checkDocumentRules } from './document-rules.js';
import { TemplateDocument, VARIABLE_TYPES, type VariableType } from './document.js';
import type { Checked } from './fault.js';
import { judgeSizes } from './finish/judge-sizes.js';
import { FaultList, type Path } from './fault-list.js';
import { addAddressFault, type Check, type CheckAddress, checkShape } from './shape/check-shape.js';
import { isPlainObject, own } from './shape/json.js';
import { substitute, variablesIn } from './placeholders.js';
import { isFixed, MAX_EXPANDED_CHARACTERS, MAX_PLACEHOLDERS, variableFault } from './variables.js';

/**
 * Validates a template document: its shape, the rules that involve several fields (docs/template/, limits of
 * docs/api.md), and whether the render engine can draw it. Reports all faults at once. Returns the document as written:
 * this fills in no defaults and replaces no `{{name}}`; `applyModifications` does both, once per video.
 *
 * A string with variables is validated with their defaults. If a variable has no default, the string is validated for
 * each video.
 *
 * @param options.limits at most those of the format, which are the default
 */
export function validateTemplate(
  input: unknown,
  { checkAddress, limits = FORMAT_LIMITS }: { checkAddress?: CheckAddress; limits?: DocumentLimits } = {},
): Checked<TemplateDocument> {
  const faults = new FaultList(input);
  const variables = declaredVariables(input);
  const expansion = new Expansion(variables, faults);
  const check = { faults, readString: (text: string, path: Path) => expansion.read(text, path), checkAddress };
  const value = checkShape(check, TemplateDocument, input, []);
  checkDefaults(variables, check);
  checkDocumentRules(input, faults, limits);
  judgeSizes(input, faults, (sized, found) => checkDocumentRules(sized, found, limits));
  return value && faults.count === 0 ? { ok: true, value } : { ok: false, faults: faults.report() };
}

interface Declared {
  type: VariableType;
  default: unknown;
  fault?: ReturnType<typeof variableFault>;
}

/** The readable declarations. The rules of the shape report faults in the others. */
function declaredVariables(document: unknown): Map<string, Declared> {
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

function checkDefaults(variables: ReadonlyMap<string, Declared>, check: Check): void {
  for (const [name, variable] of variables) {
    if (variable.default === undefined || variable.default === null) continue;
    const path = ['variables', name, 'default'];
    if (variable.fault) check.faults.add(path, { ...variable.fault, value: variable.default });
    else if (variable.type === 'url' && typeof variable.default === 'string') {
      addAddressFault(check, variable.default, path);
    }
  }
}

/** Replaces the variables in the strings of one document by their defaults, if these are valid. */
class Expansion {
  #placeholders = 0;
  #characters = 0;

  constructor(
    readonly variables: ReadonlyMap<string, Declared>,
    readonly faults: FaultList,
  ) {}

  /** Undefined for a string that cannot be validated, or need not be, because the document is refused anyway. */
  read(text: string, path: Path): string | undefined {
    const names = isFixed(path) ? [] : variablesIn(text);
    if (names.length === 0) return text;
    const unknown = names.find((name) => !this.variables.has(name));
    if (unknown !== undefined) {
      const proposal = this.faults.isFull ? '' : didYouMean(unknown, this.variables.keys());
      const message = `the document declares no variable ${unknown}${proposal}`;
      this.faults.add(path, { code: 'INVALID_VALUE', message, value: text });
      return undefined;
    }
    this.#placeholders += names.length;
    if (this.#placeholders > MAX_PLACEHOLDERS) {
      this.refuse(`variables must be used at most ${MAX_PLACEHOLDERS} times in a document`);
      return undefined;
    }
    if (names.some((name) => !hasDefault(this.variables.get(name)))) return undefined;
    const expanded = substitute(text, (name) => String(this.variables.get(name)?.default));
    this.#characters += expanded.length;
    if (this.#characters <= MAX_EXPANDED_CHARACTERS) return expanded;
    this.refuse(`variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`);
    return undefined;
  }

  private refuse(message: string): void {
    this.faults.add(['variables'], { code: 'VALUE_TOO_LARGE', message, value: null });
  }
}

function hasDefault(variable: Declared | undefined): boolean {
  return variable?.default !== undefined && variable.default !== null && variable.fault === undefined;
}
