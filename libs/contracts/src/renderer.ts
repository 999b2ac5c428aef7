import { IsBoolean, IsInt, IsNumber, IsObject, IsOptional, IsString, IsUUID, MaxLength, Min } from 'class-validator';
import { MAX_URL_CHARACTERS, type TemplateDocument } from '#libs/template';
import { MAX_DOCUMENT_JSON } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { rpc } from './message.js';

/** A question about a document, which is valid, its modifications and variables applied. */
abstract class DocumentQuestion {
  @IsInt()
  schema = 1 as const;

  /** Whose question it is: organizations take turns. */
  @IsOptional()
  @IsUUID()
  org_id?: string;

  @IsObject()
  @HasMaxJson(MAX_DOCUMENT_JSON)
  document: TemplateDocument;
}

/** What would become of a video of a document. */
export class InspectDocument extends DocumentQuestion {
  /** The sound under the whole video. */
  @IsOptional()
  @IsString()
  @MaxLength(MAX_URL_CHARACTERS)
  audio_url?: string;

  /** Whether its sounds are left aside, as a gif does. Default false. */
  @IsOptional()
  @IsBoolean()
  silent?: boolean;
}

/** One frame of a document, as a video of it would show it. */
export class DrawStill extends DocumentQuestion {
  /** Seconds from the beginning, at most the document's length; its `poster_time` when absent. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  t?: number;
}

/** A drawn frame. */
export interface Still {
  /**
   * Storage key of a PNG of the document's size, never overwritten. It is removed {@link STILL_LIFE_MS} after it was drawn;
   * whoever asked may remove it before.
   */
  key: string;
}

/** What would not be drawn as written. */
export interface Inspection {
  /** Sentences fit for the author, each beginning with its place in the document; files that cannot be used, then the rest, in document order. */
  warnings: string[];
}

/** How long a still can be read, ms. */
export const STILL_LIFE_MS = 60 * 60_000;

/** Asked by videos, answered by renderers. Both reply VALIDATION_ERROR, with paths, for what the caller can mend. */
export const RENDERER_RPC = {
  still: rpc<DrawStill, Still>('rpc.renderer.still', DrawStill, { timeoutMs: 60_000 }),
  inspect: rpc<InspectDocument, Inspection>('rpc.renderer.inspect', InspectDocument, { timeoutMs: 8_000 }),
} as const;
