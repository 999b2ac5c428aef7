import { IsNumber, IsString, Length, Max, Min } from 'class-validator';
import { MAX_VIDEO_S } from '#libs/document';
import { Default } from '../shape/default.js';

/** A start when another layer of the page ends. */
export class StartAfter {
  /** The name of the other layer. */
  @IsString()
  @Length(1, 120)
  after: string;

  /** Seconds by which the layer starts later; negative for earlier. */
  @Default(0)
  @IsNumber()
  @Min(-MAX_VIDEO_S)
  @Max(MAX_VIDEO_S)
  offset?: number;
}

/** A start together with another layer of the page. */
export class StartWith {
  /** The name of the other layer. */
  @IsString()
  @Length(1, 120)
  with: string;

  /** Seconds by which the layer starts later; negative for earlier. */
  @Default(0)
  @IsNumber()
  @Min(-MAX_VIDEO_S)
  @Max(MAX_VIDEO_S)
  offset?: number;
}

/** A duration as long as that of another layer of the page. */
export class DurationAs {
  /** The name of the other layer. */
  @IsString()
  @Length(1, 120)
  as: string;
}

/** A duration until another layer of the page ends. */
export class DurationUntil {
  /** The name of the other layer. */
  @IsString()
  @Length(1, 120)
  until: string;
}
