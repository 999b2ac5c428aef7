import { Equals, IsIn, IsInt, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { LayerProperties } from './layer-properties.js';

export const RATING_ICONS = ['star', 'heart', 'circle'] as const;
export type RatingIcon = (typeof RATING_ICONS)[number];

export class RatingLayer extends LayerProperties {
  @Equals('rating')
  type: 'rating';

  /** Icons lit, rounded to halves. */
  @Modifiable()
  @IsNumber()
  @Min(0)
  @Max(20)
  rating: number;

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  active_fill_color?: string;

  @Modifiable()
  @IsOptional()
  @IsString()
  @IsColor()
  inactive_fill_color?: string;

  /** Icons in all. Default 5. */
  @IsOptional()
  @IsInt()
  @Min(1)
  @Max(20)
  rating_max?: number;

  /** Default star. */
  @IsOptional()
  @IsIn(RATING_ICONS)
  icon?: RatingIcon;

  /** Pixels between icons. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  gap?: number;
}
