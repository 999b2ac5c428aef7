import { type DocumentLimits, FORMAT_LIMITS } from './document-limits.js';
import { checkDocumentRules } from './document-rules.js';
import { TemplateDocument } from './document.js';
import type { Checked } from './fault.js';
import { judgeEachSize, judgeSizes } from './finish/judge-sizes.js';
import { FaultList } from './fault-list.js';
import { declaredVariables } from './finish/declared-variables.js';
import { checkStructure, hasStructure } from './finish/check-structure.js';
import { DefaultTexts } from './finish/default-texts.js';
import { checkSample } from './finish/sample-document.js';
import { type CheckAddress, checkShape } from './shape/check-shape.js';
import { checkDeclarations } from './variable-rules.js';

/**
 * Validates a template document: its shape, the rules that involve several fields (docs/template/, limits of
 * docs/api.md), and whether the render engine can draw it. Reports all faults at once. Returns the document as written:
 * this fills in no defaults and replaces no `{{name}}`; `applyModifications` does both, once per video.
 *
 * A string with variables is validated with their defaults. If a variable has no default, the string is validated for
 * each video. A document with `repeat` or `when` is also validated as it is finished with the defaults.
 *
 * @param options.limits at most those of the format, which are the default
 */
export function validateTemplate(
  input: unknown,
  { checkAddress, limits = FORMAT_LIMITS }: { checkAddress?: CheckAddress; limits?: DocumentLimits } = {},
): Checked<TemplateDocument> {
  const faults = new FaultList(input);
  const variables = declaredVariables(input);
  const texts = new DefaultTexts(input, variables, faults);
  const check = { faults, readString: texts.read.bind(texts), checkAddress };
  const value = checkShape(check, TemplateDocument, input, []);
  checkDeclarations(input, check);
  checkStructure(input, faults);
  const isFinished = !hasStructure(input);
  const judge = (document: unknown, found: FaultList): void =>
    checkDocumentRules(document, found, limits, { isFinished });
  judge(input, faults);
  judgeSizes(input, faults, judge);
  if (value && faults.count === 0 && !isFinished) {
    checkSample(value, faults, limits);
    judgeEachSize(value, faults, (sized, found) => checkSample(sized, found, limits));
  }
  return value && faults.count === 0 ? { ok: true, value } : { ok: false, faults: faults.report() };
}
