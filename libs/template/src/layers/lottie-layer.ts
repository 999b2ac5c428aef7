import { Equals, IsBoolean, IsNumber, IsString, Max, Min } from 'class-validator';
import { Modifiable } from '../modifiable.js';
import { IsWebUrl } from '../rules/is-web-url.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';
import { Default } from '../shape/default.js';

/** A Lottie animation. */
export class LottieLayer extends LayerProperties {
  /** The kind of the layer. */
  @Equals('lottie')
  type: 'lottie';

  /** URL of a Lottie file (JSON). */
  @InEverySize()
  @Modifiable()
  @IsString()
  @IsWebUrl()
  source_url: string;

  /** Repeats the animation until the layer ends. */
  @InEverySize()
  @Default(false)
  @IsBoolean()
  loop?: boolean;

  /** Factor of the playback speed. */
  @InEverySize()
  @Default(1)
  @IsNumber()
  @Min(0.1)
  @Max(10)
  speed?: number;
}

export const LOTTIE = layerKind(LottieLayer, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: [],
});
