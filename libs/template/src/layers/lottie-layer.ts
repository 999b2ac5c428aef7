import { Equals, IsBoolean, IsNumber, IsOptional, IsString, Max, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { LayerProperties } from './layer-properties.js';

export class LottieLayer extends LayerProperties {
  @Equals('lottie')
  type: 'lottie';

  @Modifiable()
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** Default false. */
  @IsOptional()
  @IsBoolean()
  loop?: boolean;

  /** Default 1. */
  @IsOptional()
  @IsNumber()
  @Min(0.1)
  @Max(10)
  speed?: number;
}
