import { DEFAULT_SIZE, type DocumentLimits, FORMAT_LIMITS } from '../document-limits.js';
import type { TemplateDocument } from '../document.js';
import { MAX_DOCUMENT_STEPS } from '../expressions/scope.js';
import type { FaultList } from '../fault-list.js';
import { bindVariables } from './bind-variables.js';
import { needsFinishing, nodesIn } from './check-structure.js';
import { componentLayers, componentsOf, type Shared, withShared } from '../reuse/shared.js';
import { sizesWithExpressions } from './document-in-size.js';
import { type Finished, finishDocument } from './finish-document.js';
import { ingredientsOf } from './ingredients-of.js';
import { judgeEachSize } from './judge-sizes.js';
import { readModifications } from './read-modifications.js';
import { addToSource } from './request-faults.js';
import type { SourceFault } from './structure-values.js';

/** Pages, layers and sound tracks that are judged in further sizes together. */
const MAX_IN_SIZES = 10_000;

/**
 * Validates a document as it is finished with the defaults of its variables, or else their examples. What depends on a
 * variable without either is validated for each video. Of the further sizes, only those with expressions of their own are
 * finished: in the others, everything is judged in the source, or as in the document's own size. They share what one
 * document may take: sizes for which nothing is left are validated for each video, too.
 *
 * @param document without other faults
 */
export function checkSamples(document: Source, faults: FaultList, limits: DocumentLimits): void {
  if (!checkSample(document, faults, limits)) return; // its structure is the same in every size
  const room = { nodes: MAX_IN_SIZES, steps: MAX_DOCUMENT_STEPS };
  const check = (sized: Source, found: FaultList): void => {
    if (room.nodes <= 0 || room.steps <= 0) return;
    const finished = checkSample(sized, found, limits);
    const left = finished?.places.get(finished.document)?.scope.budget.steps ?? 0;
    room.nodes -= finished?.places.size ?? 0;
    room.steps -= MAX_DOCUMENT_STEPS - left;
  };
  judgeEachSize(document, faults, check, sizesWithExpressions(document));
}

function checkSample(document: Source, faults: FaultList, limits: DocumentLimits): Finished | undefined {
  return finishSample(document, limits, (fault) => {
    if (fault.missing === undefined) addToSource(fault, faults);
  });
}

/**
 * A document that stands for the videos of a template: finished with the defaults or examples of its variables, or
 * without its structure if that depends on a variable without either.
 *
 * @param shared what the organization of the template shares
 */
export function sampleDocument(template: TemplateDocument, shared: Shared = {}): TemplateDocument {
  const document = withShared(template, shared);
  if (!needsFinishing(document)) return document;
  const plain = withoutStructure(document);
  const [finished] = [document, plain].flatMap(
    (each) => finishSample(each, FORMAT_LIMITS, () => undefined)?.timed ?? [],
  );
  return finished?.document ?? plain;
}

/** A document, or the layers of a component as the only page of one. */
type Source = Pick<TemplateDocument, 'locale' | 'variables'>;

function finishSample(
  document: Source,
  limits: DocumentLimits,
  refuse: (fault: SourceFault) => void,
): Finished | undefined {
  const values = bindVariables(document.variables ?? {}, readModifications({}, ''), { withExamples: true });
  const ingredients = ingredientsOf(document, { size: DEFAULT_SIZE, values });
  return finishDocument({ ...ingredients, overrides: [], conditions: limits }, refuse);
}

/** Every page and layer once. */
function withoutStructure(document: TemplateDocument): TemplateDocument {
  const copy = structuredClone(document);
  const ofComponents = [...componentsOf(copy)].flatMap(([name, component]) => [...componentLayers(name, component)]);
  for (const { value } of [...nodesIn(copy), ...ofComponents]) {
    Reflect.deleteProperty(value, 'when');
    Reflect.deleteProperty(value, 'repeat');
  }
  return copy;
}
