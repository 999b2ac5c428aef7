import { Equals, IsBoolean, IsIn, IsNumber, IsPositive, IsString, Max, Min } from 'class-validator';
import { type FrameLength, MAX_VIDEO_S } from '#libs/document';
import { MAX_TRIM_S } from '../document-limits.js';
import { Modifiable } from '../modifiable.js';
import { IsFrameLength } from '../rules/is-length.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { Focus } from './focus.js';
import { IMAGE_POSITIONS, IMAGE_SIZES, type ImagePosition, type ImageSize } from './image-layer.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { isResizing } from './is-resizing.js';
import { LayerProperties } from './layer-properties.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { Nested } from '../shape/nested.js';
import { FrameLengthKeyframe, NumberKeyframe, Keyframed } from '../keyframes.js';

/** Footage: a video file in a box. */
export class VideoLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('video')
  type: 'video';

  /** URL of the video file. */
  @InEverySize()
  @Modifiable()
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** Leaves out the sound of the footage. */
  @InEverySize()
  @Modifiable()
  @Default(false)
  @IsBoolean()
  mute?: boolean;

  /** Repeats the footage until the layer ends. */
  @InEverySize()
  @Modifiable()
  @Default(false)
  @IsBoolean()
  loop?: boolean;

  /** Alignment of the footage in its box: with `left top`, the left and the top edges of both coincide. */
  @Default('center center')
  @IsIn(IMAGE_POSITIONS)
  position?: ImagePosition;

  /**
   * The point of the footage that is shown as near to the middle of the box as the footage allows. It decides in place of
   * `position` in the direction in which the footage is larger than the box, so that part of it is cut off.
   */
  @Optional()
  @Nested(() => Focus)
  focus?: Focus | Unset;

  /**
   * `cover` fills the box, `contain` shows the whole footage, `contain repeat` also repeats it, `auto` shows it at its own
   * size.
   */
  @Default('cover')
  @IsIn(IMAGE_SIZES)
  image_size?: ImageSize;

  /** Pixels. */
  @Keyframed(FrameLengthKeyframe)
  @Default(0)
  @IsFrameLength(0, 4000)
  border_radius?: FrameLength;

  /** Linear gain; 1 leaves the volume unchanged. */
  @InEverySize()
  @Keyframed(NumberKeyframe)
  @Default(1)
  @IsNumber()
  @Min(0)
  @Max(2)
  volume?: number;

  /** Time of the source at which playback starts, in seconds. */
  @InEverySize()
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_TRIM_S)
  trim_start?: number;

  /** Time of the source at which playback ends, in seconds. Absent: at the end of the file. */
  @InEverySize()
  @Optional()
  @IsNumber()
  @IsPositive()
  @Max(MAX_TRIM_S)
  trim_end?: number | Unset;

  /** Factor of the playback speed, of picture and sound. */
  @InEverySize()
  @Default(1)
  @IsNumber()
  @Min(0.1)
  @Max(10)
  speed?: number;

  /** Seconds over which the sound fades in. */
  @InEverySize()
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  fade_in?: number;

  /** Seconds over which the sound fades out. */
  @InEverySize()
  @Default(0)
  @IsNumber()
  @Min(0)
  @Max(MAX_VIDEO_S)
  fade_out?: number;
}

export const VIDEO = layerKind(VideoLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: ['mute', 'volume', 'fade_in', 'fade_out'],
  at: (content, layer) => ({
    ...content,
    /** The least blur of its life, px: what it hides need not be decoded. */
    leastBlur: Math.min(...(layer.keyframes?.['blur']?.map(({ value }) => Number(value)) ?? [layer.blur])),
    /** Whether the size of the box changes over time. The footage is then decoded once for all sizes. */
    isResizing: isResizing(layer),
  }),
});
