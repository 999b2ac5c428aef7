import { didYouMean } from '../did-you-mean.js';
import { hasExpressions } from '../expressions/template-string.js';
import type { FaultList, Path } from '../fault-list.js';
import { componentsOf, pageLayers, usesIn } from '../reuse/shared.js';
import { isList, isPlainObject, own } from '../shape/json.js';
import type { CheckAddress } from '../shape/check-shape.js';
import { checkVariableValue } from '../variables.js';
import type { DefaultTexts } from './default-texts.js';

interface UseCheck {
  readonly faults: FaultList;
  readonly checkAddress?: CheckAddress | undefined;
  /** Judges the expressions among the values. */
  readonly texts: DefaultTexts;
}

/**
 * Checks the values of the layers on pages that show components: the variables exist, those without a default have a value,
 * and values are of their types. The values of expressions are checked where they are known.
 *
 * @param components that there are; unknown ones are reported elsewhere
 */
export function checkUses(document: unknown, components: ReturnType<typeof componentsOf>, check: UseCheck): void {
  for (const { value, path, component } of usesIn(pageLayers(document))) {
    const declared = own(components.get(component), 'variables') ?? {};
    const values = own(value, 'values') ?? {};
    if (!components.has(component) || !isPlainObject(declared) || !isPlainObject(values)) continue;
    const at = [...path, 'values'];
    for (const [name, one] of Object.entries(values)) {
      if (Object.hasOwn(declared, name)) checkValue(declared[name], one, [...at, name], check);
      else {
        const proposal = check.faults.isFull ? '' : didYouMean(name, Object.keys(declared));
        const message = `${component} has no variable ${name.slice(0, 64)}${proposal}`;
        check.faults.add([...at, name], { code: 'INVALID_VALUE', message, value: one });
      }
    }
    for (const [name, variable] of Object.entries(declared)) {
      if (own(values, name) !== undefined || own(variable, 'default') !== undefined) continue;
      check.faults.add([...at, name], { code: 'REQUIRED_FIELD', message: `${name} is required by ${component}` });
    }
  }
}

function checkValue(variable: unknown, value: unknown, path: Path, check: UseCheck): void {
  const expressions = [...expressionsIn(value, path)];
  if (expressions.length === 0) checkVariableValue(variable, value, path, check);
  for (const { text, at } of expressions) check.texts.check(text, at);
}

/** Strings with expressions: the value itself, or in the items of a list. */
function* expressionsIn(value: unknown, path: Path): Iterable<{ text: string; at: Path }> {
  if (typeof value === 'string' && hasExpressions(value)) yield { text: value, at: path };
  if (path.length > MAX_DEPTH) return;
  const members = isList(value) ? value.entries() : isPlainObject(value) ? Object.entries(value) : [];
  for (const [step, member] of members) yield* expressionsIn(member, [...path, step]);
}

/** Deepest value: the rules of the shape refuse deeper ones. */
const MAX_DEPTH = 64;
