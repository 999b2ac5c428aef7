import { type CreateVideoBody, TEMPLATE_FPS } from '#libs/contracts';
import {
  type CheckAddress,
  type Checked,
  type Fault,
  type MeasuredLengths,
  pinNewest,
  resolveTimes,
  sampleDocument,
  type SharedNow,
  type TemplateDocument,
  validateTemplate,
} from '#libs/template';
import { compile } from '#libs/timeline';
import type { DraftedVideo } from './draft-video.js';
import { draftOrder } from './judge-order.js';
import { readVideoRequest, type VideoOperation } from './video-request.js';
import type { VideoLimits } from './video-limits.js';

/** The rules for documents that the operator sets, in addition to the format's. */
export interface Judgment {
  checkAddress: CheckAddress;
  /** Checks the addresses to which events are sent. */
  checkTarget: CheckAddress;
  limits: VideoLimits;
}

/** The values stored with a template's document. */
export interface TemplateFacts {
  name: string;
  /** Pixels. */
  width: number;
  height: number;
  durationS: number;
  /** The document with what it uses of its organization; null if it uses nothing. */
  pinned: unknown;
}

const NONE_MEASURED = new Map<string, number>();

/**
 * Judges a document to store as a template. Of files, it knows no lengths, and assumes them.
 *
 * @param shared what its organization shares; null if the document uses none of it
 */
export function judgeTemplate(
  document: unknown,
  { checkAddress, limits }: Judgment,
  shared: SharedNow | null = null,
): Checked<TemplateFacts> {
  const pinned = shared && pinNewest(document, shared);
  const checked = validateTemplate(pinned ?? document, { checkAddress, limits });
  if (!checked.ok) return checked;
  const timed = resolveTimes(sampleDocument(checked.value), NONE_MEASURED).document;
  const { width, height, durationS } = compile(timed, { fps: TEMPLATE_FPS });
  return { ok: true, value: { name: checked.value.name, width, height, durationS, pinned } };
}

/** The body of an operation, the template that it names, and the lengths of files that are known. */
export interface RequestInput {
  body: unknown;
  template: TemplateDocument | null;
  operation?: VideoOperation;
  measured?: MeasuredLengths | undefined;
}

/**
 * Judges the body of an operation by itself, then applies it to its template: a video for each size that it names.
 *
 * @returns null for a valid body whose template does not exist
 */
export function judgeRequest(
  { body, template, operation, measured }: RequestInput,
  { checkAddress, checkTarget, limits }: Judgment,
): Checked<DraftedVideo[] | null> {
  const request = readVideoRequest(body, checkAddress, operation);
  if (!request.ok) return request;
  const { document, ...order } = request.value;
  const refused = targetFaults(order, checkTarget) ?? (document && versionFaults(order));
  if (refused) return { ok: false, faults: refused };
  if (!template) return { ok: true, value: null };
  if (document === undefined) return draftOrder(order, template, { ...limits, measured });
  const checked = validateTemplate(document, { checkAddress, limits });
  return checked.ok ? draftOrder(order, checked.value, { ...limits, measured }) : checked;
}

/** The faults of a request that names a version beside a document; undefined if it does not. */
function versionFaults({ version }: CreateVideoBody): Fault[] | undefined {
  if (version === undefined) return undefined;
  const message = 'version must not be given beside document';
  return [{ field: 'version', code: 'INVALID_VALUE', message, value: version }];
}

/** The faults of a request whose `webhook_url` may not receive events; undefined if it may, or names none. */
export function targetFaults(
  { webhook_url: url }: Pick<CreateVideoBody, 'webhook_url'>,
  checkTarget: CheckAddress,
): Fault[] | undefined {
  const fault = url === undefined ? null : checkTarget(url);
  if (!fault) return undefined;
  return [{ field: 'webhook_url', code: fault.code, message: `webhook_url ${fault.message}`, value: url }];
}
