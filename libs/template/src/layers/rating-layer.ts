import { Equals, IsIn, IsInt, IsNumber, IsString, Max, Min } from 'class-validator';
import type { FrameLength } from '#libs/document';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { InEverySize } from './in-size.js';
import { IsFrameLength } from '../rules/is-length.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Default } from '../shape/default.js';
import { ColorKeyframe, FrameLengthKeyframe, NumberKeyframe, Keyframed } from '../keyframes.js';

export const RATING_ICONS = ['star', 'heart', 'circle'] as const;
export type RatingIcon = (typeof RATING_ICONS)[number];

/** A row of icons that shows a rating. */
export class RatingLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('rating')
  type: 'rating';

  /** Number of active icons, rounded to halves. */
  @InEverySize()
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @IsNumber()
  @Min(0)
  @Max(20)
  rating: number;

  /** CSS color of the active icons. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#f5a524')
  @IsString()
  @IsColor()
  active_fill_color?: string;

  /** CSS color of the other icons. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#d8dce3')
  @IsString()
  @IsColor()
  inactive_fill_color?: string;

  /** Number of all icons. */
  @InEverySize()
  @Keyframed(NumberKeyframe)
  @Default(5)
  @IsInt()
  @Min(1)
  @Max(20)
  rating_max?: number;

  /** The form of the icons. */
  @Default('star')
  @IsIn(RATING_ICONS)
  icon?: RatingIcon;

  /** Pixels between icons. */
  @Keyframed(FrameLengthKeyframe)
  @Default(8)
  @IsFrameLength(0, 4000)
  gap?: FrameLength;
}

export const RATING = layerKind(RatingLayer, {
  counts: 'rating',
  animations: { typewriter: 'fade', draw: 'count', count: 'count' },
  unseen: [],
  // While keyframes or an animation change the rating, any fraction of an icon is shown.
  at: (content, { rating, ratingMax }, { isSettled }) => ({
    ...content,
    rating: Math.min(ratingMax, isSettled ? Math.round(rating * 2) / 2 : rating),
  }),
});
