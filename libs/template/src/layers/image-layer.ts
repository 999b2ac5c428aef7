import { Equals, IsIn, IsString } from 'class-validator';
import type { FrameLength } from '#libs/document';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsFrameLength } from '../rules/is-length.js';
import { IsShadowList } from '../rules/is-shadow-list.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { InEverySize } from './in-size.js';
import { Focus } from './focus.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { SHADOW_OF, type ShadowOf } from './shadow-of.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { Nested } from '../shape/nested.js';
import { ColorKeyframe, FrameLengthKeyframe, Keyframed } from '../keyframes.js';

export const IMAGE_SIZES = ['auto', 'cover', 'contain', 'contain repeat'] as const;
export type ImageSize = (typeof IMAGE_SIZES)[number];

export const IMAGE_POSITIONS = [
  'left top',
  'left center',
  'left bottom',
  'center top',
  'center center',
  'center bottom',
  'right top',
  'right center',
  'right bottom',
] as const;
export type ImagePosition = (typeof IMAGE_POSITIONS)[number];

export const IMAGE_FLIPS = ['original', 'horizontal', 'vertical', 'both'] as const;
export type ImageFlip = (typeof IMAGE_FLIPS)[number];

export const IMAGE_EFFECTS = [
  'none',
  'grayscale 1',
  'grayscale 2',
  'grayscale 3',
  'sepia 1',
  'sepia 2',
  'sepia 3',
  'blur 1',
  'blur 2',
  'blur 3',
  'invert 1',
  'invert 2',
  'invert 3',
  'vintage 1',
  'vintage 2',
  'vintage 3',
  'pixelate 1',
  'pixelate 2',
  'pixelate 3',
  'noise',
  'squiggly',
  'grayscale blur',
  'grayscale pixelate',
  'sepia blur',
  'sepia pixelate',
  'vintage blur',
  'vintage pixelate',
] as const;
export type ImageEffect = (typeof IMAGE_EFFECTS)[number];

/** An image in a box. */
export class ImageLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('image')
  type: 'image';

  /** URL of the image. */
  @InEverySize()
  @Modifiable()
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** Alignment of the image in its box: with `left top`, the left and the top edges of both coincide. */
  @Modifiable()
  @Default('center center')
  @IsIn(IMAGE_POSITIONS)
  position?: ImagePosition;

  /**
   * The point of the image that is shown as near to the middle of the box as the image allows. It decides in place of
   * `position` in the direction in which the image is larger than the box, so that part of it is cut off.
   */
  @Modifiable()
  @Optional()
  @Nested(() => Focus)
  focus?: Focus | Unset;

  /**
   * `cover` fills the box, `contain` shows the whole image, `contain repeat` also repeats it, `auto` shows it at its own
   * size.
   */
  @Modifiable()
  @Default('cover')
  @IsIn(IMAGE_SIZES)
  image_size?: ImageSize;

  /** Mirrors the image. */
  @Modifiable()
  @Default('original')
  @IsIn(IMAGE_FLIPS)
  flip?: ImageFlip;

  /** A filter, in a strength where there is a number. */
  @Modifiable()
  @Default('none')
  @IsIn(IMAGE_EFFECTS)
  effect?: ImageEffect;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(0)
  @IsFrameLength(0, 4000)
  border_width?: FrameLength;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @Default(0)
  @IsFrameLength(0, 4000)
  border_radius?: FrameLength;

  /** CSS color of the border. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  border_color?: string;

  /** CSS list of shadows. */
  @Modifiable()
  @Default('none')
  @IsString()
  @IsShadowList()
  image_shadow?: string;

  /**
   * The part that casts the shadow: the `box` with its rounded corners, as CSS `box-shadow`, or the visible `pixels`, as CSS
   * `drop-shadow()`, for pictures with transparent parts. A shadow of pixels has no spread.
   */
  @Modifiable()
  @Default('box')
  @IsIn(SHADOW_OF)
  shadow_of?: ShadowOf;
}

export const IMAGE = layerKind(ImageLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: [],
});
