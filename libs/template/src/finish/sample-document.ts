import { DEFAULT_SIZE, type DocumentLimits, FORMAT_LIMITS } from '../document-limits.js';
import type { TemplateDocument } from '../document.js';
import type { FaultList } from '../fault-list.js';
import { bindVariables } from './bind-variables.js';
import { hasStructure, nodesIn } from './check-structure.js';
import { documentInSize } from './document-in-size.js';
import { type Finished, finishDocument } from './finish-document.js';
import { readModifications } from './read-modifications.js';
import { addToSource } from './request-faults.js';
import { scopeOf } from './scope-of.js';
import type { SourceFault } from './structure-values.js';

/**
 * Validates a document as it is finished with the defaults of its variables, or else their examples. What depends on a
 * variable without either is validated for each video.
 *
 * @param document without other faults
 */
export function checkSample(document: TemplateDocument, faults: FaultList, limits: DocumentLimits): void {
  finishSample(document, limits, (fault) => {
    if (fault.missing === undefined) addToSource(fault, faults);
  });
}

/**
 * A document that stands for the videos of a template: finished with the defaults or examples of its variables, or
 * without its structure if that depends on a variable without either.
 */
export function sampleDocument(document: TemplateDocument): TemplateDocument {
  if (!hasStructure(document)) return document;
  return finishSample(document, FORMAT_LIMITS, () => undefined)?.timed?.document ?? withoutStructure(document);
}

function finishSample(
  document: TemplateDocument,
  limits: DocumentLimits,
  refuse: (fault: SourceFault) => void,
): Finished | undefined {
  const { variables = {}, ...source } = documentInSize(document, DEFAULT_SIZE);
  const scope = scopeOf(bindVariables(variables, readModifications({}, ''), { withExamples: true }), document.locale);
  const declared = new Set(Object.keys(variables));
  return finishDocument({ source, declared, scope, overrides: [], conditions: limits }, refuse);
}

/** Every page and layer once. */
function withoutStructure(document: TemplateDocument): TemplateDocument {
  const copy = structuredClone(document);
  for (const { value } of nodesIn(copy)) {
    Reflect.deleteProperty(value, 'when');
    Reflect.deleteProperty(value, 'repeat');
  }
  return copy;
}
