import { IsInt, IsISO8601, IsOptional, IsString, IsUUID, Matches, MaxLength } from 'class-validator';
import { IsIntegerIn, IsList } from '#libs/contracts';
import { OrNull } from '#libs/template';
import { Example } from '../openapi/examples.js';

/** Bytes of a body with all origins. */
export const MAX_PREVIEW_TOKEN_BYTES = 16_384;
const MAX_ORIGINS = 20;
const MAX_LIFE_S = 86_400;
/** Lifetime of a token whose request names no time, s. */
export const DEFAULT_LIFE_S = 3_600;

/**
 * An origin as browsers write it: without a path, and without the port that the scheme implies. Brackets are escaped,
 * because Java reads a bracket within a class as a nested class.
 */
const ORIGIN = /^https?:\/\/[a-z0-9:\x5b\x5d.-]+$/;

@Example({
  template_id: '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10',
  expires_in_s: 900,
  origins: ['https://shop.example.com'],
})
export class CreatePreviewTokenBody {
  /** The template that the token shows. */
  @IsUUID()
  template_id: string;

  /** The version that it shows. Default: always the newest. */
  @IsOptional()
  @IsIntegerIn(1)
  version?: number;

  /** Seconds until the token ends, 60 to 86,400. Default 3600. */
  @IsOptional()
  @IsIntegerIn(60, MAX_LIFE_S)
  expires_in_s?: number;

  /** Origins of the pages that may use the token, such as `https://shop.example.com`, at most 20. Default: any page. */
  @IsOptional()
  @IsList(0, MAX_ORIGINS)
  @MaxLength(300, { each: true })
  @Matches(ORIGIN, { each: true, message: 'each of origins must be an origin such as https://shop.example.com' })
  origins?: string[];
}

/** A preview token that has just been created. No other response has the token itself. */
@Example({
  id: '5b0d3f6a-7c1e-4d2b-9a84-3e6f0c5d7b19',
  token: 'fwp_Yk1Qd3ZtN2hXbTRzTjBwRjJhSzZ1VzlyQjVjTDhqSDM',
  template_id: '7a3f2f5c-92b6-4f0e-8d55-0f8f6c1b2a10',
  version: null,
  origins: ['https://shop.example.com'],
  expires_at: '2026-11-21T12:15:00.000Z',
})
export class PreviewToken {
  /** Identifies the token, also in logs. */
  @IsUUID()
  id: string;

  /** The token that a page sends as `Authorization: Bearer <token>`. Only its SHA-256 is stored. */
  @IsString()
  token: string;

  /** The template that the token shows. */
  @IsUUID()
  template_id: string;

  /** The version that it shows; null for always the newest. */
  @OrNull()
  @IsInt()
  version: number | null;

  /** The origins of the pages that may use it; empty for any page. */
  @IsString({ each: true })
  origins: string[];

  /** When the token ends. */
  @IsISO8601()
  expires_at: string;
}
