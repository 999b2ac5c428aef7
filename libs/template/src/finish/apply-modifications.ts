import { DEFAULT_SIZE, FORMAT_LIMITS } from '../document-limits.js';
import type { TemplateDocument } from '../document.js';
import type { Checked } from '../fault.js';
import type { Path } from '../fault-list.js';
import type { Modifications } from '../modifications.js';
import type { FileToMeasure } from '../times/file-lengths.js';
import { bindVariables } from './bind-variables.js';
import { findOverrides } from './caller-overrides.js';
import { checkSizeName } from './check-size-name.js';
import { hasStructure } from './check-structure.js';
import { hidesLayersInSize, originsInSize, pathInAllSizes } from './document-in-size.js';
import { type Finished, finishDocument, type VideoConditions } from './finish-document.js';
import { ingredientsOf, type OfSource } from './ingredients-of.js';
import { type Origins, originsOf } from './origins.js';
import { readModifications } from './read-modifications.js';
import { addToRequest } from './request-faults.js';
import { withShared } from '../reuse/shared.js';
import type { SourceFault } from './structure-values.js';

/** The document of one video, or why there is none. */
export type AppliedDocument =
  | Extract<Checked<TemplateDocument>, { ok: false }>
  | (Checked<TemplateDocument> & {
      ok: true;
      origins: Origins;
      /** Files whose lengths decide times and were assumed. */
      unmeasured: readonly FileToMeasure[];
    });

/**
 * Finishes the document of one video (docs/template/variables.md). Replaces variables in every string, then sets the
 * caller's values. Those are literal, even if they contain braces. Every fault has the path that the caller wrote.
 *
 * The result declares no variables. It must not pass through `validateTemplate` again, which would read a literal
 * `{{…}}` of a caller as a variable. Call this also without modifications: it fills in the defaults. Mutates nothing.
 * The origins lead from a finding about the result to the part of the request that causes it.
 *
 * @param template a template that `validateTemplate` accepted
 * @param root prefix of the paths: `''` if `pages` stands beside the other fields of the request, else `modifications`
 * @param conditions limits, at most those of the format: they may be narrower than when the template was stored;
 *   measured lengths, the size, and what the organization shares
 */
export function applyModifications(
  template: TemplateDocument,
  modifications: Modifications,
  root = '',
  conditions: VideoConditions = FORMAT_LIMITS,
): AppliedDocument {
  const document = withShared(template, conditions);
  const asked = readModifications(modifications, root);
  const { size = DEFAULT_SIZE, withExamples = false } = conditions;
  checkSizeName(document, size, asked.faults);
  const refused = (): AppliedDocument => ({ ok: false, faults: asked.faults.report() });
  if (asked.faults.count > 0) return refused();
  const values = bindVariables(document.variables ?? {}, asked, { withExamples });
  const inSize = (name: string) => ingredientsOf(document, { size: name, values, locale: asked.locale });
  const ingredients = inSize(size);
  const { source, declared } = ingredients;
  const overrides = findOverrides(source, asked);
  const inTemplate = (path: Path): Path => pathInAllSizes(document, size, path);
  // Without usable values the structure is not known, and nothing below it could be judged.
  if (asked.faults.count > 0 && hasStructure(source)) return refused();
  const causes = { asked, overrides, declared, inTemplate };
  const finish = (of: OfSource, refuse: (fault: SourceFault) => void, own?: Finished) =>
    finishDocument({ ...of, overrides, conditions, timed: own?.timed }, refuse);
  // Cuts and sound are the same in every size, also where one of them hides a text.
  const own = hidesLayersInSize(document, size) ? finish(inSize(DEFAULT_SIZE), () => undefined) : undefined;
  const finished = finish(ingredients, (fault) => addToRequest(fault, causes), own);
  if (!finished?.timed || asked.faults.count > 0) return refused();
  const { document: value, unmeasured } = finished.timed;
  const origins = { ...originsOf(finished, causes), sizes: originsInSize(document, size) };
  return { ok: true, value, origins, unmeasured };
}
