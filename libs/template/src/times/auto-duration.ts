import { IsBoolean, IsNumber, IsPositive, Max, Min } from 'class-validator';
import { MAX_VIDEO_S } from '#libs/document';
import { Default, Optional, type Unset } from '../shape/default.js';

/** Bounds and speeds by which a page of duration `auto` follows its content. */
export class AutoDuration {
  /** Seconds that the page lasts at least. */
  @Default(1)
  @IsNumber()
  @IsPositive()
  @Max(MAX_VIDEO_S)
  min?: number;

  /** Seconds that the page lasts at most. */
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(MAX_VIDEO_S)
  max?: number | Unset;

  /** Seconds that the page lasts longer than its content. */
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  padding?: number;

  /** Whether the page lasts at least as long as reading its texts takes. */
  @Default(true)
  @IsBoolean()
  reading_time?: boolean;

  /** Words of the page's texts that a viewer reads in a minute. */
  @Default(200)
  @IsNumber()
  @Min(10)
  @Max(10_000)
  words_per_minute?: number;
}
