import type { VideoFormat } from '#libs/contracts';
import { applyModifications, type Checked, type TemplateDocument } from '#libs/template';
import { compile, priceCredits } from '#libs/timeline';
import { fpsOf, type VideoRequest } from './video-request.js';

/** Seconds a gif may last (API.md §3). */
const MAX_GIF_S = 60;

/** A request applied to its template: what will be drawn, and for how much. */
export interface VideoDraft {
  format: VideoFormat;
  fps: number;
  /** Pixels. */
  width: number;
  height: number;
  frameCount: number;
  /** Seconds. */
  durationS: number;
  credits: number;
  document: TemplateDocument;
  audioUrl: string | null;
  metadata: string | null;
}

/** Applies a request to its template's document: modifications, timeline, price, and what the format allows. */
export function draftVideo(request: VideoRequest, template: TemplateDocument): Checked<VideoDraft> {
  const { pages = request.modifications?.pages, format } = request;
  const variables = request.modifications?.variables;
  const modifications = { ...(pages && { pages }), ...(variables && { variables }) };
  const applied = applyModifications(template, modifications, 'modifications');
  if (!applied.ok) return { ok: false, faults: request.pages ? applied.faults.map(atTopLevel) : applied.faults };
  const document = applied.value;
  const audioUrl = format === 'gif' ? undefined : request.audio_url;
  const timeline = compile(document, { fps: fpsOf(request), ...(audioUrl && { audioUrl }) });
  if (format === 'gif' && timeline.durationS > MAX_GIF_S) {
    const message = `a gif lasts at most ${MAX_GIF_S} seconds, this one would last ${timeline.durationS}`;
    return { ok: false, faults: [{ field: 'format', code: 'VALUE_TOO_LARGE', message, value: format }] };
  }
  const { fps, width, height, frameCount, durationS } = timeline;
  const metadata = request.metadata ?? null;
  const credits = priceCredits(timeline);
  return {
    ok: true,
    value: {
      format,
      fps,
      width,
      height,
      frameCount,
      durationS,
      credits,
      document,
      audioUrl: audioUrl ?? null,
      metadata,
    },
  };
}

/** `pages` may stand at the top of the request; faults carry the path as sent. */
function atTopLevel<T extends { field: string }>(fault: T): T {
  return fault.field.startsWith('modifications.pages')
    ? { ...fault, field: fault.field.slice('modifications.'.length) }
    : fault;
}
