import { IsBoolean, IsIn, IsObject, IsOptional, IsUUID } from 'class-validator';
import { MAX_URL_CHARACTERS, Nested, type TemplateDocument, type Warning } from '#libs/template';
import { MAX_DOCUMENT_JSON } from './bounds.js';
import { FRAME_RATES } from './formats.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerIn, MAX_INTEGER } from './is-integer-in.js';
import { IsList } from './is-list.js';
import { IsNumberIn } from './is-number-in.js';
import { IsText } from './is-text.js';
import { MeasureFiles, type MeasuredFiles } from './measurements.js';
import { rpc } from './message.js';
import type { ForeseenErrorCode } from './video-errors.js';
import type { VideoExplanation } from './video-explanation.js';

/** A request about a valid document whose modifications and variables are applied. */
abstract class DocumentRequest {
  @IsIntegerIn(1)
  schema = 1 as const;

  /** The organization that sent it: organizations take turns. */
  @IsOptional()
  @IsUUID()
  org_id?: string;

  @IsObject()
  @HasMaxJson(MAX_DOCUMENT_JSON)
  document: TemplateDocument;
}

/** Finds the places where a video of the document would differ from the document. */
export class InspectDocument extends DocumentRequest {
  /** The sound track under the whole video. */
  @IsOptional()
  @IsText(MAX_URL_CHARACTERS)
  audio_url?: string;

  /** Whether sounds are ignored, as for a gif. Default false. */
  @IsOptional()
  @IsBoolean()
  silent?: boolean;

  /** Frames per second of the video. Default: those of a template's frames. */
  @IsOptional()
  @IsIn(FRAME_RATES)
  fps?: number;

  /** Whether to explain the cost of drawing, too. Default false. */
  @IsOptional()
  @IsBoolean()
  explain?: boolean;
}

/** The formats of stills. */
export const STILL_FORMATS = ['png', 'webp', 'jpeg'] as const;
export type StillFormat = (typeof STILL_FORMATS)[number];

/** Most frames of a sheet. */
export const MAX_SHEET_FRAMES = 12;

/** The picture that a frame becomes. */
export class StillStyle {
  @IsIn(STILL_FORMATS)
  format: StillFormat;

  /** Pixels of width to which a wider frame is scaled down. */
  @IsOptional()
  @IsIntegerIn(16, 3840)
  width?: number;

  /** Quality of WebP and JPEG. */
  @IsOptional()
  @IsIntegerIn(1, 100)
  quality?: number;

  /** Whether the names and boxes of layers are drawn over the picture. */
  @IsOptional()
  @IsBoolean()
  outlines?: boolean;
}

/** Draws one frame of a document as a video of it would show it. */
export class DrawStill extends DocumentRequest {
  /** Seconds from the beginning, at most the document's length; its `poster_time` when absent. */
  @IsOptional()
  @IsNumberIn(0)
  t?: number;

  /** Times of the frames of a sheet, in place of `t`. */
  @IsOptional()
  @IsList(1, MAX_SHEET_FRAMES)
  @IsNumberIn(0, MAX_INTEGER, { each: true })
  times?: number[];

  /** An earlier document, whose frame is shown beside this one's. */
  @IsOptional()
  @IsObject()
  @HasMaxJson(MAX_DOCUMENT_JSON)
  before?: TemplateDocument;

  /** Default: a PNG of the document's size. */
  @IsOptional()
  @Nested(() => StillStyle)
  style?: StillStyle;
}

/** A drawn frame. */
export interface Still {
  /**
   * Storage key of the picture, never overwritten. The renderer removes it {@link STILL_LIFE_MS} after
   * it was drawn; the caller may remove it earlier.
   */
  key: string;
}

/** A reason why rendering a video of the document will fail. */
export interface RenderFault {
  /** Path in the document, or `audio_url`: `pages[0].layers[2].source_url`. */
  field: string;
  code: ForeseenErrorCode;
  message: string;
  /** The address of a file; null for other faults. */
  value: string | null;
}

/** Findings: where a video of the document would differ from it. */
export interface Inspection {
  /** Faults that make the video fail. */
  faults: RenderFault[];
  /** Paths in the document. Files that could not be checked come first, then the rest in document order. */
  warnings: Warning[];
  /** Absent unless it was asked for and there are no faults. */
  explanation?: VideoExplanation;
}

/** Reads the CSV file of a batch. */
export class FetchRows {
  @IsIntegerIn(1)
  schema = 1 as const;

  /** The organization that sent the batch. */
  @IsUUID()
  org_id: string;

  @IsText(MAX_URL_CHARACTERS)
  url: string;
}

export interface FetchedRows {
  /** The text, at most as large as the body of `POST /batches`. */
  text: string;
}

/** Time for which a still can be read, ms. */
export const STILL_LIFE_MS = 60 * 60_000;

/**
 * Requests of videos that renderers serve. Faults that the author can correct are replied as VALIDATION_ERROR with
 * paths.
 */
export const RENDERER_RPC = {
  still: rpc<DrawStill, Still>('rpc.renderer.still', DrawStill, {
    budget: 'frames',
    timeoutMs: 60_000,
    endsWithCaller: true,
  }),
  inspect: rpc<InspectDocument, Inspection>('rpc.renderer.inspect', InspectDocument, {
    budget: 'frames',
    timeoutMs: 16_000,
    endsWithCaller: true,
  }),
  measure: rpc<MeasureFiles, MeasuredFiles>('rpc.renderer.measure', MeasureFiles, {
    budget: 'measurements',
    timeoutMs: 13_000,
    endsWithCaller: true,
  }),
  rows: rpc<FetchRows, FetchedRows>('rpc.renderer.rows', FetchRows, {
    budget: 'rows',
    timeoutMs: 15_000,
    endsWithCaller: true,
  }),
} as const;
