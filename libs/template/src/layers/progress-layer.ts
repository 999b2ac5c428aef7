import { Equals, IsIn, IsNumber, IsString, Max, Min } from 'class-validator';
import type { FrameLength } from '#libs/document';
import { ColorKeyframe, FrameLengthKeyframe, Keyframed, NumberKeyframe } from '../keyframes.js';
import { Modifiable } from '../modifiable.js';
import { IsFrameLength } from '../rules/is-length.js';
import { IsPaint } from '../rules/is-paint.js';
import { ComputedDefault, Default, defaultValue } from '../shape/default.js';
import { own } from '../shape/json.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';

const FORMS = ['bar', 'ring'] as const;
const SOURCES = ['value', 'page', 'video'] as const;
const ENDS = ['round', 'flat'] as const;
const DIRECTIONS = ['right', 'left', 'up', 'down', 'clockwise', 'counterclockwise'] as const;

/** The directions in which each form can fill. */
const DIRECTIONS_OF = {
  bar: ['right', 'left', 'up', 'down'],
  ring: ['clockwise', 'counterclockwise'],
} as const satisfies Record<(typeof FORMS)[number], readonly (typeof DIRECTIONS)[number][]>;

/** A progress indicator: a bar that fills or a ring that closes. */
class ProgressLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('progress')
  type: 'progress';

  /** A bar is as long as its box and centered across it. A ring is as large as fits into the box. */
  @Default('bar')
  @IsIn(FORMS)
  form?: (typeof FORMS)[number];

  /** The filled part, from 0 (empty) to 1 (full). */
  @InEverySize()
  @Keyframed(NumberKeyframe)
  @Modifiable()
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(1)
  value?: number;

  /**
   * The measure of the filled part: `value`, or the elapsed part of the page or of the video. In the last frame of
   * these the indicator is full.
   */
  @InEverySize()
  @Default('value')
  @IsIn(SOURCES)
  follows?: (typeof SOURCES)[number];

  /** Direction in which the filled part grows. A ring starts at the top. */
  @ComputedDefault(
    ({ form }: ProgressLayer) => (form === 'ring' ? 'clockwise' : 'right'),
    '`right`; `clockwise` for a ring',
  )
  @IsIn(DIRECTIONS)
  direction?: (typeof DIRECTIONS)[number];

  /** Width of the line in pixels, reduced if the box is too small. */
  @Keyframed(FrameLengthKeyframe)
  @Default(16)
  @IsFrameLength(0, 4000)
  thickness?: FrameLength;

  /** Shape of the ends of the bar, or of the filled part of the ring. */
  @Default('round')
  @IsIn(ENDS)
  ends?: (typeof ENDS)[number];

  /** CSS color or gradient of the filled part. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#2563eb')
  @IsString()
  @IsPaint()
  fill_color?: string;

  /** CSS color or gradient of the whole bar or ring, beneath the filled part. */
  @Keyframed(ColorKeyframe)
  @Modifiable()
  @Default('#d8dce3')
  @IsString()
  @IsPaint()
  track_color?: string;
}

export const PROGRESS = layerKind(ProgressLayer, {
  counts: 'value',
  animations: { typewriter: 'fade', draw: 'count', count: 'count' },
  unseen: ['follows'],
  at(content, { follows }, { pageShare, videoShare }) {
    return { ...content, value: { value: content.value, page: pageShare, video: videoShare }[follows] };
  },
  isTimed: ({ follows }) => follows !== 'value',
  rules({ value, path }, { faults }) {
    const form = FORMS.find((each) => each === (own(value, 'form') ?? defaultValue(ProgressLayer, 'form')));
    const direction = DIRECTIONS.find((each) => each === own(value, 'direction'));
    if (!form || !direction) return;
    const possible: readonly string[] = DIRECTIONS_OF[form];
    if (possible.includes(direction)) return;
    const message = `direction of a ${form} must be one of: ${possible.join(', ')}`;
    faults.add([...path, 'direction'], { code: 'INVALID_VALUE', message, value: direction });
  },
});
