import { type DocumentLimits, FORMAT_LIMITS } from './document-limits.js';
import { TemplateDocument } from './document.js';
import type { Checked } from './fault.js';
import { needsFinishing } from './finish/check-structure.js';
import { declaredVariables } from './finish/declared-variables.js';
import { DefaultTexts } from './finish/default-texts.js';
import { judgeComponents } from './finish/judge-components.js';
import { checkSizes } from './finish/judge-sizes.js';
import { checkSource } from './finish/judge-source.js';
import { checkSamples } from './finish/sample-document.js';
import { FaultList } from './fault-list.js';
import { checkNesting } from './reuse/check-components.js';
import { checkStyles } from './reuse/check-styles.js';
import { componentsOf, type Shared, withShared } from './reuse/shared.js';
import { type CheckAddress, checkShape } from './shape/check-shape.js';

/**
 * Validates a template document: its shape, the rules that involve several fields (docs/template/, limits of
 * docs/api.md), and whether the render engine can draw it. Reports all faults at once. Returns the document as written:
 * this fills in no defaults and replaces no `{{name}}`; `applyModifications` does both, once per video.
 *
 * A string with variables is validated with their defaults. If a variable has no default, the string is validated for
 * each video. A document with `repeat`, `when`, components or styles is also validated as it is finished with the defaults.
 *
 * @param options.limits at most those of the format, which are the default
 * @param options.brand, options.components what the organization of the template shares
 */
export function validateTemplate(
  input: unknown,
  {
    checkAddress,
    limits = FORMAT_LIMITS,
    ...shared
  }: { checkAddress?: CheckAddress; limits?: DocumentLimits } & Shared = {},
): Checked<TemplateDocument> {
  const faults = new FaultList(input);
  const document = withShared(input, shared);
  const texts = new DefaultTexts(document, declaredVariables(document), faults);
  const check = { faults, readString: texts.read.bind(texts), ...(checkAddress && { checkAddress }) };
  const value = checkShape(check, TemplateDocument, input, []);
  const judging = { faults, limits, checkAddress };
  checkSource(document, { texts, components: componentsOf(document) }, judging);
  checkSizes(document, faults);
  checkStyles(document, faults);
  checkNesting(document, faults);
  judgeComponents(document, judging);
  if (value && faults.count === 0 && needsFinishing(document)) checkSamples(withShared(value, shared), faults, limits);
  return value && faults.count === 0 ? { ok: true, value } : { ok: false, faults: faults.report() };
}
