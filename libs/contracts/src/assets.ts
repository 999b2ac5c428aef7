import { IsIn, IsISO8601, IsString, IsUUID } from 'class-validator';
import { IsWebUrl } from '#libs/template';
import { IsIntegerFrom } from './is-integer-from.js';

/** Kinds of uploaded files, judged by their content. */
export const ASSET_KINDS = ['image', 'video', 'audio', 'font'] as const;
export type AssetKind = (typeof ASSET_KINDS)[number];

/** An uploaded file. Templates and modifications refer to it by `url`. */
export class Asset {
  /** Identifies the file. */
  @IsUUID()
  id: string;

  /** The name that the request gave. */
  @IsString()
  name: string;

  /** The kind of the file, judged by its content. */
  @IsIn(ASSET_KINDS)
  kind: AssetKind;

  /** The media type of the file, judged by its content. */
  @IsString()
  content_type: string;

  /** Bytes. */
  @IsIntegerFrom(1)
  file_size: number;

  /** URL of the file. Any client that knows it can read the file, until the file is deleted. */
  @IsWebUrl()
  url: string;

  /** When the file was uploaded. */
  @IsISO8601()
  created_at: string;
}

/** The quota of an organization, and the used part of it. */
export class AssetUsage {
  /** Files, those that are being uploaded included. */
  @IsIntegerFrom(0)
  files: number;

  /** Bytes of all files. */
  @IsIntegerFrom(0)
  bytes: number;

  /** Files that the organization may have. */
  @IsIntegerFrom(0)
  max_files: number;

  /** Bytes that they may have together. */
  @IsIntegerFrom(0)
  max_bytes: number;

  /** Bytes that one file may have. */
  @IsIntegerFrom(0)
  max_file_size: number;
}
