import { DEFAULT_SIZE, type DocumentLimits, FORMAT_LIMITS } from '../document-limits.js';
import type { TemplateDocument } from '../document.js';
import type { Checked } from '../fault.js';
import { fieldName } from '../fault-list.js';
import type { Modifications } from '../modifications.js';
import type { FileToMeasure, MeasuredLengths } from '../times/file-lengths.js';
import { bindVariables } from './bind-variables.js';
import { checkSizeName } from './check-size-name.js';
import { documentInSize, originsInSize } from './document-in-size.js';
import { findOverrides, setOverrides } from './caller-overrides.js';
import { fillExpressions } from './fill-expressions.js';
import { judgeFinished, originsOf } from './judge-finished.js';
import type { Origins } from './origins.js';
import { readModifications } from './read-modifications.js';

/** The document of one video, or why there is none. */
export type AppliedDocument =
  | Extract<Checked<TemplateDocument>, { ok: false }>
  | (Checked<TemplateDocument> & {
      ok: true;
      origins: Origins;
      /** Files whose lengths decide times and were assumed. */
      unmeasured: readonly FileToMeasure[];
    });

/** Facts that the document of a video depends on, beside its template and its request. */
export interface VideoConditions extends DocumentLimits {
  /** Lengths of files that times need; the others are assumed. Default: none is known. */
  readonly measured?: MeasuredLengths;
  /** Name of one of the template's sizes. Default: its own. */
  readonly size?: string | undefined;
}

/**
 * Finishes the document of one video (docs/template/variables.md). Replaces variables in every string, then sets the
 * caller's values. Those are literal, even if they contain braces. Every fault has the path that the caller wrote.
 *
 * The result declares no variables. It must not pass through `validateTemplate` again, which would read a literal
 * `{{…}}` of a caller as a variable. Call this also without modifications: it fills in the defaults. Mutates nothing.
 * The origins lead from a finding about the result to the part of the request that causes it.
 *
 * @param document a template that `validateTemplate` accepted
 * @param root prefix of the paths: `''` if `pages` stands beside the other fields of the request, else `modifications`
 * @param conditions limits, at most those of the format: they may be narrower than when the template was stored;
 *   measured lengths, and the size
 */
export function applyModifications(
  document: TemplateDocument,
  modifications: Modifications,
  root = '',
  conditions: VideoConditions = FORMAT_LIMITS,
): AppliedDocument {
  const asked = readModifications(modifications, root);
  const { size = DEFAULT_SIZE } = conditions;
  checkSizeName(document, size, asked.faults);
  const refused = (): AppliedDocument => ({ ok: false, faults: asked.faults.report() });
  if (asked.faults.count > 0) return refused();
  const { variables: declared = {}, ...copy } = structuredClone(documentInSize(document, size));
  const values = bindVariables(declared, asked);
  const overrides = findOverrides(copy, asked);
  const overridden = new Set(overrides.map(({ path }) => fieldName(path)));
  const uses = fillExpressions(copy, { values, overridden }, asked);
  if (!uses) return refused();
  setOverrides(overrides);
  const causes = { overrides, uses, asked, source: { document, size } };
  const timed = judgeFinished(copy, causes, conditions);
  if (!timed) return refused();
  const origins = { ...originsOf(causes), sizes: originsInSize(document, size) };
  return { ok: true, value: timed.document, origins, unmeasured: timed.unmeasured };
}
