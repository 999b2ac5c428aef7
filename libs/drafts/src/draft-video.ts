import {
  type CreateVideoBody,
  FORMATS,
  frameRateOf,
  MAX_KEPT_REQUEST,
  type VideoEventType,
  type VideoFormat,
} from '#libs/contracts';
import {
  type AppliedDocument,
  applyModifications,
  atOrigin,
  type Checked,
  DEFAULT_SIZE,
  type FileToMeasure,
  type LoudnessLufs,
  type MeasuredLengths,
  type Origins,
  TemplateDocument,
} from '#libs/template';
import { compile, expectedCostMs, priceCredits, testVersion, withinWidth } from '#libs/timeline';
import { type CutPlaces, cutPlacesOf } from './cut-places.js';
import type { VideoLimits } from './video-limits.js';

/** A request applied to its template: the video to draw, and its price. */
export interface VideoDraft {
  /** Name of the template's size that it has. */
  size: string;
  format: VideoFormat;
  fps: number;
  /** Pixels of the file. */
  width: number;
  height: number;
  frameCount: number;
  /** Seconds. */
  durationS: number;
  credits: number;
  /** Whether it is drawn small and with a watermark. */
  test: boolean;
  document: TemplateDocument;
  /** As the caller sent it. Null if it is too large to be kept with the video. */
  request: CreateVideoBody | null;
  /** The frames before which it may be cut. Null: it is not worth it, or not possible. */
  cutPlaces: CutPlaces | null;
  /** CPU milliseconds of rendering it, estimated from the document. */
  expectedMs: number;
  audioUrl: string | null;
  /** Seconds between key frames, at most. Null: the encoder decides. */
  keyFrameIntervalS: number | null;
  /** Pixels of width to which a gif is scaled down. Null: it keeps the width of the document. */
  maxWidth: number | null;
  /** Number of times that a gif plays. Null or 0: it repeats forever. */
  loop: number | null;
  metadata: string | null;
  callback: VideoCallbackTarget | null;
}

/** An address that receives events of a video. */
export interface VideoCallbackTarget {
  url: string;
  events: VideoEventType[];
}

/** The events that end a video, one of them once: what a program waits for. */
const ENDS: VideoEventType[] = ['video.finished', 'video.failed'];

/** A draft, and where the values of its document come from. */
export interface DraftedVideo {
  draft: VideoDraft;
  origins: Origins;
  /** Files whose lengths were assumed. Their fields are paths in the request, where it sets them. */
  unmeasured: readonly FileToMeasure[];
}

/** Conditions of a draft beside the request and its template. */
export interface DraftConditions extends VideoLimits {
  measured?: MeasuredLengths | undefined;
}

/**
 * Applies a request to its template's document: modifications, timeline, price, and what the limits allow. Nothing is
 * refused for a length that was assumed.
 */
export function draftVideo(
  request: CreateVideoBody,
  template: TemplateDocument,
  conditions: DraftConditions,
): Checked<DraftedVideo> {
  const applied = applyRequest(request, template, conditions);
  if (!applied.ok) return applied;
  const {
    size = DEFAULT_SIZE,
    format,
    audio_url,
    max_width: maxWidth = null,
    loop = null,
    metadata = null,
    test = false,
  } = request;
  const { hasSound, hasKeyFrames } = FORMATS[format];
  const audioUrl = hasSound ? audio_url : undefined;
  const { loudness } = request;
  const document = loudness === undefined ? applied.value : withLoudness(applied.value, loudness);
  const rate = frameRateOf(format, request.fps);
  const compiled = compile(document, { fps: rate, ...(audioUrl !== undefined && { audioUrl }) });
  const timeline = test ? testVersion(compiled) : compiled;
  const { fps, frameCount, durationS } = timeline;
  const mostS = conditions.formatS[format];
  if (mostS !== undefined && durationS > mostS && applied.unmeasured.length === 0) {
    const message = `format ${format} lasts at most ${mostS} seconds, this video would last ${durationS}`;
    return { ok: false, faults: [{ field: 'format', code: 'VALUE_TOO_LARGE', message, value: format }] };
  }
  const credits = test ? 0 : priceCredits(timeline);
  const picture = { format, fps, ...withinWidth(timeline, maxWidth), frameCount, durationS };
  const keyFrameIntervalS = hasKeyFrames ? (request.key_frame_interval ?? null) : null;
  const encoding = { keyFrameIntervalS, maxWidth, loop };
  const kept = JSON.stringify(request).length > MAX_KEPT_REQUEST ? null : request;
  const draft = {
    size,
    ...picture,
    credits,
    test,
    document,
    request: kept,
    cutPlaces: test ? null : cutPlacesOf(timeline, format),
    expectedMs: expectedCostMs(timeline),
    audioUrl: audioUrl ?? null,
    ...encoding,
    metadata,
    callback: callbackOf(request),
  };
  const { origins } = applied;
  const unmeasured = applied.unmeasured.map((file) => ({ ...file, field: fieldIn(file.field, origins) }));
  return { ok: true, value: { draft, origins, unmeasured } };
}

/** The path in the request of a field of the document, if the request sets it. */
function fieldIn(field: string, origins: Origins): string {
  return atOrigin({ field, message: '' }, origins).field;
}

function callbackOf({ webhook_url: url, webhook_events = [] }: CreateVideoBody): VideoCallbackTarget | null {
  const events = webhook_events.length === 0 ? ENDS : webhook_events;
  return url === undefined ? null : { url, events: [...new Set(events)] };
}

function withLoudness(document: TemplateDocument, loudness: LoudnessLufs): TemplateDocument {
  return Object.assign(new TemplateDocument(), document, { loudness });
}

/**
 * Applies the parts of a request to a document. `pages` may be a field of the request or of `modifications`; an empty
 * list is absent. Faults have the path as sent.
 */
function applyRequest(
  { pages, modifications, size }: CreateVideoBody,
  template: TemplateDocument,
  { measured, ...limits }: DraftConditions,
): AppliedDocument {
  const conditions = { ...limits, size, ...(measured && { measured }) };
  if (!pages?.length) return applyModifications(template, modifications ?? {}, 'modifications', conditions);
  const { variables, locale } = modifications ?? {};
  const given = { pages, ...(variables && { variables }), ...(locale !== undefined && { locale }) };
  return applyModifications(template, given, '', conditions);
}
