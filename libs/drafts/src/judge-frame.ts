import { FrameBody, type StillStyle, TEMPLATE_FPS } from '#libs/contracts';
import { restingTime, rounded } from '#libs/document';
import {
  applyModifications,
  type Checked,
  type Fault,
  type FileToMeasure,
  type MeasuredLengths,
  type Modifications,
  type PageCopy,
  pageCopies,
  pinNewest,
  type SharedNow,
  type TemplateDocument,
  validateShape,
  validateTemplate,
} from '#libs/template';
import { compile } from '#libs/timeline';
import type { Judgment } from './judge-document.js';

/** A frame to draw: its document with modifications applied. */
export interface JudgedFrame {
  document: TemplateDocument;
  t?: number | undefined;
  /** Times of a sheet, in place of `t`. */
  times?: number[];
  /** An earlier document to compare with. */
  before?: TemplateDocument;
  style?: StillStyle | undefined;
  /** Files whose lengths were assumed. */
  unmeasured: readonly FileToMeasure[];
}

interface FrameInput {
  template: TemplateDocument;
  modifications?: Modifications | undefined;
  /** Number of a page of the template. */
  page?: number | undefined;
  /** Seconds of the page, or else of the video. */
  t?: number | undefined;
  size?: string | undefined;
  measured?: MeasuredLengths | undefined;
}

interface RequestedFrameInput extends Pick<FrameInput, 'measured'> {
  body: unknown;
  /** The stored document that the body names. */
  template: TemplateDocument | null;
  /** The brand and the components of the organization for documents in the body. */
  shared?: SharedNow | null;
}

/** Judges a document that is not stored. */
type JudgeSource = (document: unknown) => Checked<TemplateDocument>;

/**
 * Applies modifications and the defaults or examples of variables to a template, for a still of the video at the second
 * `t` of the result. The page of a still is never left out.
 */
export function judgeFrame(
  { template, modifications = {}, page, t, size, measured }: FrameInput,
  { limits }: Pick<Judgment, 'limits'>,
): Checked<JudgedFrame> {
  const shown = page === undefined ? template : withPage(template, page);
  const conditions = { ...limits, size, withExamples: true, ...(measured && { measured }) };
  const applied = applyModifications(shown, modifications, 'modifications', conditions);
  if (!applied.ok) return applied;
  const { value: document, origins, unmeasured } = applied;
  if (page !== undefined) {
    const index = template.pages.findIndex(({ number }) => number === page);
    return inPage({ document, unmeasured }, { page, copies: pageCopies(document, origins), index, t });
  }
  const frame: Checked<JudgedFrame> = { ok: true, value: { document, t, unmeasured } };
  if (t === undefined || unmeasured.length > 0) return frame; // nothing is refused for an assumed length
  const { durationS } = compile(document, { fps: TEMPLATE_FPS });
  if (t <= durationS) return frame;
  const message = `t must not be greater than the template's duration of ${durationS} seconds`;
  return { ok: false, faults: [{ field: 't', code: 'VALUE_TOO_LARGE', message, value: t }] };
}

/** The template with its page of a number in every video. */
function withPage(template: TemplateDocument, wanted: number): TemplateDocument {
  const pages = template.pages.map((page) => {
    if (page.number !== wanted) return page;
    const shown = Object.assign({}, page);
    delete shown.when;
    return shown;
  });
  return Object.assign({}, template, { pages });
}

interface WantedPage {
  page: number;
  copies: readonly PageCopy[];
  /** Position in the template. */
  index: number;
  t: number | undefined;
}

/** The moment of the first copy of a page. */
function inPage(frame: JudgedFrame, { page, copies, index, t }: WantedPage): Checked<JudgedFrame> {
  const at = copies.findIndex((copy) => copy.page === index);
  const copy = copies[at];
  if (!copy) {
    const message = index < 0 ? `the template has no page ${page}` : `page ${page} repeats an empty list`;
    return { ok: false, faults: [{ field: 'page', code: 'INVALID_VALUE', message, value: page }] };
  }
  const { pages } = frame.document;
  const second = Math.min(t ?? restingTime({ pages }, at), copy.durationS);
  return { ok: true, value: { ...frame, t: rounded(copy.startS + second, 3) } };
}

/**
 * Judges the body of `POST /frames` by itself, then its document or template with the modifications.
 *
 * @returns null for a valid body whose template does not exist
 */
export function judgeRequestedFrame(
  { body: input, template, shared = null, measured }: RequestedFrameInput,
  judgment: Judgment,
): Checked<JudgedFrame | null> {
  const body = validateShape(FrameBody, input, { checkAddress: judgment.checkAddress });
  if (!body.ok) return body;
  const { page, t, times, size, modifications } = body.value;
  if (page !== undefined && times !== undefined) {
    const message = 'page must not be given beside times';
    return { ok: false, faults: [{ field: 'page', code: 'INVALID_VALUE', message, value: page }] };
  }
  const asked = { modifications, size, page, t: times ? Math.max(...times) : t };
  const judge = (document: unknown) => validateTemplate(shared ? pinNewest(document, shared) : document, judgment);
  const source = sourceOf(body.value, template, judge);
  if (!source.ok) return source;
  if (!source.value) return { ok: true, value: null };
  const judged = judgeFrame({ template: source.value, ...asked, measured }, judgment);
  if (!judged.ok) return times ? { ok: false, faults: judged.faults.map(ofTimes) } : judged;
  const before = earlierFrame(body.value, judge, judgment);
  if (!before.ok) return before;
  return {
    ok: true,
    value: {
      ...judged.value,
      ...(times && { t: undefined, times }),
      ...(before.value && { before: before.value }),
      style: styleOf(body.value),
    },
  };
}

/** Judges the earlier document of a request; null without one. A time beyond its end shows its last frame. */
function earlierFrame(
  { before, times, size, modifications }: FrameBody,
  judge: JudgeSource,
  judgment: Judgment,
): Checked<TemplateDocument | null> {
  if (before === undefined) return { ok: true, value: null };
  if (times !== undefined) {
    const message = 'before must not be given beside times';
    return { ok: false, faults: [{ field: 'before', code: 'INVALID_VALUE', message, value: null }] };
  }
  const checked = judge(before);
  const judged = checked.ok ? judgeFrame({ template: checked.value, modifications, size }, judgment) : checked;
  if (judged.ok) return { ok: true, value: judged.value.document };
  return { ok: false, faults: judged.faults.map((fault) => within('before', fault)) };
}

function styleOf({ format = 'png', width, quality, outlines }: FrameBody): StillStyle {
  return {
    format,
    ...(width !== undefined && { width }),
    ...(quality !== undefined && { quality }),
    ...(outlines !== undefined && { outlines }),
  };
}

function ofTimes(fault: Fault): Fault {
  return fault.field === 't' ? { ...fault, field: 'times', message: fault.message.replace(/^t /, 'times ') } : fault;
}

function sourceOf(
  { document, template_id, version }: FrameBody,
  template: TemplateDocument | null,
  judge: JudgeSource,
): Checked<TemplateDocument | null> {
  if ((document === undefined) === (template_id === undefined)) {
    const message = 'either document or template_id is required, not both';
    return { ok: false, faults: [{ field: 'document', code: 'REQUIRED_FIELD', message, value: null }] };
  }
  if (document === undefined) return { ok: true, value: template };
  if (version !== undefined) {
    const message = 'version must not be given beside document';
    return { ok: false, faults: [{ field: 'version', code: 'INVALID_VALUE', message, value: version }] };
  }
  const checked = judge(document);
  return checked.ok ? checked : { ok: false, faults: checked.faults.map((fault) => within('document', fault)) };
}

/** The fault with its path in the request. */
function within(part: 'document' | 'before', fault: Fault): Fault {
  return { ...fault, field: fault.field === 'body' ? part : `${part}.${fault.field}` };
}
