import { Equals, IsBoolean, IsIn, IsNumber, IsOptional, IsPositive, IsString, Max, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { IMAGE_POSITIONS, IMAGE_SIZES, type ImagePosition, type ImageSize } from './image-layer.js';
import { LayerProperties } from './layer-properties.js';

export class VideoLayer extends LayerProperties {
  @Equals('video')
  type: 'video';

  @Modifiable()
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** Default false. */
  @Modifiable()
  @IsOptional()
  @IsBoolean()
  mute?: boolean;

  /** Default false: the last picture stays. */
  @Modifiable()
  @IsOptional()
  @IsBoolean()
  loop?: boolean;

  /** Default `center center`. */
  @IsOptional()
  @IsIn(IMAGE_POSITIONS)
  position?: ImagePosition;

  /** Default cover. */
  @IsOptional()
  @IsIn(IMAGE_SIZES)
  image_size?: ImageSize;

  /** Pixels. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(4000)
  border_radius?: number;

  /** Linear gain. Default 1. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(2)
  volume?: number;

  /** Seconds skipped at the beginning. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  trim_start?: number;

  /** Second of the source where it ends. */
  @IsOptional()
  @IsNumber()
  @IsPositive()
  trim_end?: number;

  /** Default 1. */
  @IsOptional()
  @IsNumber()
  @Min(0.1)
  @Max(10)
  speed?: number;

  /** Of the sound, seconds. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(600)
  fade_in?: number;

  /** Of the sound, seconds. Default 0. */
  @IsOptional()
  @IsNumber()
  @Min(0)
  @Max(600)
  fade_out?: number;
}
