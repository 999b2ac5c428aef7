import { type DocumentLimits, MAX_PAGES } from '../document-limits.js';
import { checkDocumentRules } from '../document-rules.js';
import { FaultList, fieldName } from '../fault-list.js';
import { objectsIn } from '../located.js';
import { applyStyles, pathInStyles } from '../reuse/apply-styles.js';
import type { componentsOf } from '../reuse/shared.js';
import type { CheckAddress } from '../shape/check-shape.js';
import { own } from '../shape/json.js';
import { checkUnusedBounds } from '../times/check-times.js';
import { checkDeclarations } from '../variable-rules.js';
import { checkStructure, needsFinishing } from './check-structure.js';
import { checkUses } from './check-uses.js';
import type { DefaultTexts } from './default-texts.js';
import { judgeEachSize } from './judge-sizes.js';

/** The list for the faults of a source, and what it is judged by. */
export interface Judging {
  readonly faults: FaultList;
  readonly limits: DocumentLimits;
  readonly checkAddress?: CheckAddress | undefined;
}

/**
 * Checks the rules of a source beside its shape, in each of its sizes: a document, or a component as a document of one page.
 */
export function checkSource(
  document: unknown,
  { texts, components }: { texts: DefaultTexts; components: ReturnType<typeof componentsOf> },
  { faults, limits, checkAddress }: Judging,
): void {
  checkDeclarations(document, { faults, checkAddress });
  checkStructure(document, texts.types, faults);
  for (const page of objectsIn(own(document, 'pages'), ['pages'], MAX_PAGES)) checkUnusedBounds(page, faults);
  checkUses(document, components, { faults, checkAddress, texts });
  const isFinished = !needsFinishing(document);
  const judge = (sized: unknown, found: FaultList): void => checkRules(sized, found, { limits, isFinished });
  judge(document, faults);
  judgeEachSize(document, faults, judge);
}

/** Checks the rules of layers as their styles make them. A fault of a style has its path. */
function checkRules(
  document: unknown,
  faults: FaultList,
  { limits, isFinished }: { limits: DocumentLimits; isFinished: boolean },
): void {
  const styled = applyStyles(document);
  if (styled.styled.size === 0) {
    checkDocumentRules(document, faults, limits, { isFinished });
    return;
  }
  const found = new FaultList(document);
  checkDocumentRules(styled.document, found, limits, { isFinished });
  for (const { path, message, ...fault } of found.found()) {
    const at = pathInStyles(path, styled);
    const user = at === path ? '' : ` (${fieldName(path)} is from this style)`;
    faults.add(at, { ...fault, message: message + user });
  }
}
