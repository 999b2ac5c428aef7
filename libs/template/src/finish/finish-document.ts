import type { DocumentLimits } from '../document-limits.js';
import { checkDocumentRules, checkResolvedTimes } from '../document-rules.js';
import { TemplateDocument } from '../document.js';
import type { Scope } from '../expressions/scope.js';
import { fieldName, FaultList, type Path } from '../fault-list.js';
import { checkShape } from '../shape/check-shape.js';
import type { MeasuredLengths } from '../times/file-lengths.js';
import { resolveTimes, type TimedDocument, withTimesOf } from '../times/resolve-times.js';
import { MAX_EXPANDED_CHARACTERS } from '../variables.js';
import { type Override, overriddenPaths, setOverrides } from './caller-overrides.js';
import { type Expanded, expandStructure } from './expand-structure.js';
import { fillExpressions, type Use, type Uses } from './fill-expressions.js';
import { sourceOf } from './places.js';
import type { Shared } from '../reuse/shared.js';
import type { SourceFault } from './structure-values.js';

/** Facts that the document of a video depends on, beside its template and its request. */
export interface VideoConditions extends DocumentLimits, Shared {
  /** Lengths of files that times need; the others are assumed. Default: none is known. */
  readonly measured?: MeasuredLengths;
  /** Name of one of the template's sizes. Default: its own. */
  readonly size?: string | undefined;
  /** Whether examples stand in for variables that have neither a value nor a default, as in a preview. */
  readonly withExamples?: boolean;
}

/** The inputs of the document of one video. */
export interface Ingredients {
  /** A template that `validateTemplate` accepted, without the declarations of its variables. It is not changed. */
  readonly source: Readonly<Record<string, unknown>>;
  /** The names of all variables, those without a value too. */
  readonly declared: ReadonlySet<string>;
  readonly scope: Scope;
  readonly overrides: readonly Override[];
  readonly conditions: VideoConditions;
  /** The document in its own size, whose times it has; absent if it decides about them itself. */
  readonly timed?: TimedDocument | undefined;
}

/** A finished document and what it was made from. */
export interface Finished extends Expanded {
  readonly uses: Uses;
  /** The document as an instance, with its times; undefined if it has faults. */
  readonly timed: TimedDocument | undefined;
}

/**
 * Runs the steps that make the document of one video. Each is a pure function in a file of its own.
 *
 * @param refuse receives the faults, each at its place in the source
 * @returns undefined if the faults of a step leave nothing for the next one
 */
export function finishDocument(
  { source, declared, scope, overrides, conditions, timed }: Ingredients,
  refuse: (fault: SourceFault) => void,
): Finished | undefined {
  const expanded = expandStructure(source, { scope, declared, overrides, refuse });
  if (!expanded) return undefined;
  const uses = fillExpressions(expanded, overriddenPaths(overrides));
  if (!uses) {
    const message = `variables must not make the document longer than ${MAX_EXPANDED_CHARACTERS} characters`;
    refuse({ source: { path: ['variables'], items: [] }, names: [], code: 'VALUE_TOO_LARGE', message });
    return undefined;
  }
  for (const missing of new Set([...uses.values()].flatMap((use) => use.missing))) {
    const message = `${missing} is required by the template`;
    refuse({ source: { path: ['variables'], items: [] }, names: [], code: 'REQUIRED_FIELD', message, missing });
  }
  refuseUnfilled(uses, expanded, refuse);
  setOverrides(overrides, expanded.places);
  const finished = { ...expanded, uses };
  return { ...finished, timed: judge({ ...finished, timed }, conditions, refuse) };
}

function isFilled(use: Use | undefined): boolean {
  return !use || (use.missing.length === 0 && use.failure === undefined);
}

/** Reports the expressions that have no value. */
function refuseUnfilled(uses: Uses, { document, places }: Expanded, refuse: (fault: SourceFault) => void): void {
  for (const { names, failure } of uses.values()) {
    if (!failure) continue;
    const { path, text, message } = failure;
    refuse({ source: sourceOf(path, document, places), names, code: 'INVALID_VALUE', message, value: text });
  }
}

/**
 * Judges the shape and the rules of the document, and resolves its times. A string with names that have no value cannot
 * be judged.
 */
function judge(
  { document, places, uses, timed: given }: Finished,
  { measured = new Map(), framePixels, durationS }: VideoConditions,
  refuse: (fault: SourceFault) => void,
): TimedDocument | undefined {
  const faults = new FaultList(document);
  const limits = { framePixels, durationS };
  const isKnown = (path: Path): boolean => isFilled(uses.get(fieldName(path)));
  const readString = (text: string, path: Path): string | undefined => (isKnown(path) ? text : undefined);
  const isComplete = [...uses.values()].every(isFilled);
  const value = checkShape({ faults, ...(!isComplete && { readString }) }, TemplateDocument, document, []);
  checkDocumentRules(document, faults, limits);
  const resolve = (of: TemplateDocument) => (given ? withTimesOf(given, of) : resolveTimes(of, measured));
  const timed = value && faults.count === 0 ? resolve(value) : undefined;
  // Assumed lengths refuse no document.
  if (timed && timed.unmeasured.length === 0) checkResolvedTimes(timed.document, faults, limits);
  for (const { path, ...fault } of faults.found()) {
    refuse({ ...fault, source: sourceOf(path, document, places), names: uses.get(fieldName(path))?.names ?? [] });
  }
  return faults.count === 0 ? timed : undefined;
}
