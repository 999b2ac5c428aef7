import { Equals, IsIn, IsInt, IsString, Max, MaxLength, Min } from 'class-validator';
import type { FrameLength } from '#libs/document';
import { Modifiable } from '../modifiable.js';
import { IsColor } from '../rules/is-color.js';
import { IsFrameLength } from '../rules/is-length.js';
import { IsPaint } from '../rules/is-paint.js';
import { IsShadowList } from '../rules/is-shadow-list.js';
import { IsSvgPath } from '../rules/is-svg-path.js';
import { own } from '../shape/json.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { SHADOW_OF, type ShadowOf } from './shadow-of.js';
import { ComputedDefault, Default, Optional, type Unset } from '../shape/default.js';
import { ColorKeyframe, FrameLengthKeyframe, NumberKeyframe, Keyframed } from '../keyframes.js';

export const SHAPE_FORMS = ['rectangle', 'ellipse', 'line', 'triangle', 'polygon', 'star', 'path'] as const;
export type ShapeForm = (typeof SHAPE_FORMS)[number];

export const STROKE_CORNERS = ['round', 'sharp'] as const;
export type StrokeCorner = (typeof STROKE_CORNERS)[number];

export const STROKE_STYLES = ['none', '1:1', '3:1', '6:1'] as const;
export type StrokeStyle = (typeof STROKE_STYLES)[number];

/** A geometric shape with a fill and a stroke. */
export class ShapeLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('shape')
  type: 'shape';

  /** A line runs from the left edge of the box to the right one, at half its height. */
  @Default('rectangle')
  @IsIn(SHAPE_FORMS)
  shape?: ShapeForm;

  /** CSS color or gradient of the area. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsPaint()
  fill_color?: string;

  /** CSS color of the stroke. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#000000')
  @IsString()
  @IsColor()
  stroke_color?: string;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Modifiable()
  @ComputedDefault(({ shape }: ShapeLayer) => (shape === 'line' ? 1 : 0), '0; 1 for a line')
  @IsFrameLength(0, 4000)
  stroke_width?: FrameLength;

  /** The form of the corners of the stroke. */
  @Modifiable()
  @Default('sharp')
  @IsIn(STROKE_CORNERS)
  stroke_corner?: StrokeCorner;

  /** Dash and gap as multiples of the stroke width. */
  @Modifiable()
  @Default('none')
  @IsIn(STROKE_STYLES)
  stroke_style?: StrokeStyle;

  /** CSS list of shadows. */
  @Modifiable()
  @Default('none')
  @IsString()
  @IsShadowList()
  shape_shadow?: string;

  /**
   * The part that casts the shadow: the visible `pixels` of fill and stroke, as CSS `drop-shadow()`, or the layer's `box` with
   * corners of `border_radius`, as CSS `box-shadow`, which is not seen through a translucent shape.
   */
  @Modifiable()
  @Default('pixels')
  @IsIn(SHADOW_OF)
  shadow_of?: ShadowOf;

  /** Number of corners of a polygon. */
  @Keyframed(NumberKeyframe)
  @Default(6)
  @IsInt()
  @Min(3)
  @Max(64)
  sides?: number;

  /** Number of points of a star. */
  @Keyframed(NumberKeyframe)
  @Default(5)
  @IsInt()
  @Min(3)
  @Max(64)
  points?: number;

  /** SVG path data in pixels of the box. Required by the form `path`. */
  @Optional()
  @IsString()
  @MaxLength(10_000)
  @IsSvgPath()
  path?: string | Unset;

  /** Radius of the corners of a rectangle, in pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Default(0)
  @IsFrameLength(0, 4000)
  border_radius?: FrameLength;
}

export const SHAPE = layerKind(ShapeLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'draw', count: 'fade' },
  unseen: [],
  rules({ value, path }, { faults }) {
    if (own(value, 'shape') !== 'path' || own(value, 'path') !== undefined) return;
    faults.add([...path, 'path'], { code: 'REQUIRED_FIELD', message: 'path is required by the shape path' });
  },
});
