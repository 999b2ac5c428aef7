import { Type } from 'class-transformer';
import {
  ArrayMaxSize,
  Equals,
  IsArray,
  IsIn,
  IsNumber,
  IsOptional,
  IsPositive,
  IsString,
  Max,
  MaxLength,
  Min,
  ValidateNested,
} from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { TextStyle } from './text-layer.js';

export const MAX_CUES = 5000;

export const CAPTION_MODES = ['line', 'word', 'highlight'] as const;
export type CaptionMode = (typeof CAPTION_MODES)[number];

/** Words and when they are said, in seconds from the layer's start. */
export class Cue {
  @IsNumber()
  @Min(0)
  @Max(600)
  start: number;

  @IsNumber()
  @IsPositive()
  @Max(600)
  end: number;

  @IsString()
  @MaxLength(2000)
  text: string;
}

/** Subtitles: `cues`, or a `source_url` with SRT or WebVTT. */
export class CaptionLayer extends TextStyle {
  @Equals('caption')
  type: 'caption';

  @Modifiable()
  @IsOptional()
  @IsArray()
  @ArrayMaxSize(MAX_CUES)
  @ValidateNested({ each: true })
  @Type(() => Cue)
  cues?: Cue[];

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsWebUrl()
  source_url?: string;

  /** Default line. */
  @IsOptional()
  @IsIn(CAPTION_MODES)
  mode?: CaptionMode;

  @IsOptional()
  @IsString()
  @IsColor()
  active_text_color?: string;

  @IsOptional()
  @IsString()
  @IsColor()
  active_background_color?: string;
}
