import { IsBoolean } from 'class-validator';
import { Default } from '../shape/default.js';
import { InEverySize } from './in-size.js';
import { LayerProperties } from './layer-properties.js';

/** A layer that holds other layers. */
export abstract class LayerHolder<Member = unknown> extends LayerProperties {
  /** The layers in paint order: the last one is on top. */
  @InEverySize()
  // `layer.ts` declares the list, because it may contain every kind.
  layers: Member[];

  /** Hides the parts of layers outside the box. */
  @Default(false)
  @IsBoolean()
  clip?: boolean;
}
