import { IsBoolean, IsIn, IsInt, IsOptional, IsUUID } from 'class-validator';
import { IsIntegerIn, IsNumberIn, IsText, VIDEO_FORMATS, type VideoFormat } from '#libs/contracts';
import { LOUDNESS_LUFS, type LoudnessLufs, MAX_SIZE_NAME } from '#libs/template';

export class BatchPath {
  /** Id of the batch. */
  @IsUUID()
  id: string;
}

/** The options of a batch of CSV, beside its rows. The rules of the request's class apply to them as well. */
export class CsvBatchQuery {
  /** With CSV, and required then: the template to render. */
  @IsOptional()
  @IsUUID()
  template_id?: string;

  /** With CSV: version of the template. Default: the newest. */
  @IsOptional()
  @IsIntegerIn(1, 2_147_483_647)
  version?: number;

  /** With CSV, and required then: the format of the files. */
  @IsOptional()
  @IsIn(VIDEO_FORMATS)
  format?: VideoFormat;

  /** With CSV: the size of the videos, by its name in the template. */
  @IsOptional()
  @IsText(MAX_SIZE_NAME)
  size?: string;

  /** With CSV: several sizes, separated by commas: `default,portrait`. */
  @IsOptional()
  @IsText(1_024)
  sizes?: string;

  /** With CSV: frames per second. */
  @IsOptional()
  @IsIntegerIn(1, 120)
  fps?: number;

  /** With CSV: a name for people. */
  @IsOptional()
  @IsText(200)
  name?: string;

  /** With CSV: URL of an audio file that plays for the whole of each video. */
  @IsOptional()
  @IsText(2_048)
  audio_url?: string;

  /** With CSV: integrated loudness of the sound of each video, LUFS. */
  @IsOptional()
  @IsInt()
  @IsIn(LOUDNESS_LUFS)
  loudness?: LoudnessLufs;

  /** With CSV: seconds from one key frame to the next, at most. */
  @IsOptional()
  @IsNumberIn(0, 10)
  key_frame_interval?: number;

  /** With CSV: pixels of width to which gifs are scaled down. */
  @IsOptional()
  @IsIntegerIn(1, 10_000)
  max_width?: number;

  /** With CSV: how many times a gif plays. */
  @IsOptional()
  @IsIntegerIn(0, 65_535)
  loop?: number;

  /** With CSV: any text, returned with each video. */
  @IsOptional()
  @IsText(4_096)
  metadata?: string;

  /** With CSV: URL that is called when the batch has finished. */
  @IsOptional()
  @IsText(2_048)
  webhook_url?: string;

  /** With CSV: renders free test videos. */
  @IsOptional()
  @IsBoolean()
  test?: boolean;

  /** With CSV: what each column sets, as a JSON object: `{"Slogan":"1.headline.text"}`. */
  @IsOptional()
  @IsText(8_192)
  mapping?: string;
}

export const MANIFEST_FORMATS = ['json', 'csv'] as const;

export class ManifestQuery {
  /** The format of the manifest. Default json. */
  @IsOptional()
  @IsIn(MANIFEST_FORMATS)
  format?: (typeof MANIFEST_FORMATS)[number];
}
