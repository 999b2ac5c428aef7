import { checkDocumentRules, checkResolvedTimes } from '../document-rules.js';
import { TemplateDocument } from '../document.js';
import { fieldName, FaultList, type FoundFault } from '../fault-list.js';
import { checkShape } from '../shape/check-shape.js';
import { resolveTimes, type TimedDocument } from '../times/resolve-times.js';
import type { VideoConditions } from './apply-modifications.js';
import type { Override } from './caller-overrides.js';
import { pathInAllSizes } from './document-in-size.js';
import type { Uses } from './fill-expressions.js';
import type { Origins } from './origins.js';
import type { Asked } from './read-modifications.js';

/** The parts of a request that may cause a fault of its finished document. */
export interface Causes {
  readonly overrides: readonly Override[];
  readonly uses: Uses;
  readonly asked: Asked;
  /** The template, and the size of the finished document. */
  readonly source: { readonly document: object; readonly size: string };
}

/**
 * Judges the shape and the rules of a finished document, and resolves its times.
 *
 * @returns the document as an instance; undefined if the request has faults, which are reported where it causes them
 */
export function judgeFinished(
  document: object,
  causes: Causes,
  { measured = new Map(), ...limits }: VideoConditions,
): TimedDocument | undefined {
  const judged = new FaultList(document);
  const value = checkShape({ faults: judged }, TemplateDocument, document, []);
  checkDocumentRules(document, judged, limits);
  const timed = value && judged.count === 0 ? resolveTimes(value, measured) : undefined;
  // Assumed lengths refuse no document.
  if (timed && timed.unmeasured.length === 0) checkResolvedTimes(timed.document, judged, limits);
  for (const fault of judged.found()) blame(fault, causes);
  return causes.asked.faults.count > 0 ? undefined : timed;
}

/** The way back from the finished document to the request. */
export function originsOf({ overrides, uses, asked: { variables, variablesPath } }: Causes): Omit<Origins, 'sizes'> {
  return {
    overrides: new Map(overrides.map(({ path, origin }) => [fieldName(path), fieldName(origin)])),
    variables: new Map(
      [...uses].map(([field, names]) => [field, fieldName([...variablesPath, culprit(names, variables)!])]),
    ),
  };
}

/**
 * Reports a fault of the finished document at the value or variable of the request that caused it, where the caller can
 * correct it.
 */
function blame({ path, ...fault }: FoundFault, { overrides, uses, asked, source }: Causes): void {
  const { faults, variables, variablesPath } = asked;
  const override = overrides.find((each) => each.path.every((step, index) => step === path[index]));
  if (override) {
    faults.add([...override.origin, ...path.slice(override.path.length)], fault);
    return;
  }
  const names = uses.get(fieldName(path)) ?? [];
  const paths = names.map((name) => [...variablesPath, name]);
  // A variable without a usable value already has a fault, and may be the only reason for this one.
  if (paths.some((each) => faults.has(each))) return;
  const name = culprit(names, variables);
  if (name === undefined) faults.add(pathInAllSizes(source.document, source.size, path), fault);
  else faults.add([...variablesPath, name], { ...fault, message: `${fieldName(path)}: ${fault.message}` });
}

/** The variable of a string to blame: the first that the caller has set, or else the first. */
function culprit(names: readonly string[], given: Readonly<Record<string, unknown>>): string | undefined {
  return names.find((name) => Object.hasOwn(given, name)) ?? names[0];
}
