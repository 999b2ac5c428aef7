import { TEMPLATE_FPS } from '#libs/contracts';
import {
  applyModifications,
  type CheckAddress,
  type Checked,
  type TemplateDocument,
  validateTemplate,
} from '#libs/template';
import { compile } from '#libs/timeline';
import { draftVideo, type VideoDraft } from './draft-video.js';
import { readVideoRequest } from './video-request.js';
import type { VideoLimits } from './video-limits.js';

/** What documents are judged by, besides the format's own rules. */
export interface Judgment {
  checkAddress: CheckAddress;
  limits: VideoLimits;
}

/** What is kept of a template besides its document. */
export interface TemplateFacts {
  name: string;
  /** Pixels. */
  width: number;
  height: number;
  durationS: number;
}

/** Judges a document that is to be stored as a template. */
export function judgeTemplate(document: unknown, { checkAddress, limits }: Judgment): Checked<TemplateFacts> {
  const checked = validateTemplate(document, { checkAddress, limits });
  if (!checked.ok) return checked;
  const { width, height, durationS } = compile(checked.value, { fps: TEMPLATE_FPS });
  return { ok: true, value: { name: checked.value.name, width, height, durationS } };
}

/**
 * Judges the body of `POST /videos` by itself, then applies it to its template.
 *
 * @returns null for a good body whose template there is not
 */
export function judgeRequest(
  { body, template }: { body: unknown; template: TemplateDocument | null },
  { checkAddress, limits }: Judgment,
): Checked<VideoDraft | null> {
  const request = readVideoRequest(body, checkAddress);
  if (!request.ok) return request;
  return template ? draftVideo(request.value, template, limits) : { ok: true, value: null };
}

/** A template with its own values, for a still of it at the second `t`. */
export function judgeFrame(
  { template, t }: { template: TemplateDocument; t?: number },
  { limits }: Pick<Judgment, 'limits'>,
): Checked<TemplateDocument> {
  const applied = applyModifications(template, {}, '', limits);
  if (!applied.ok || t === undefined) return applied;
  const { durationS } = compile(applied.value, { fps: TEMPLATE_FPS });
  if (t <= durationS) return applied;
  const message = `t must not be greater than the template's duration of ${durationS} seconds`;
  return { ok: false, faults: [{ field: 't', code: 'VALUE_TOO_LARGE', message, value: t }] };
}
