import { Equals, IsBoolean } from 'class-validator';
import { Default } from '../shape/default.js';
import { InEverySize } from './in-size.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';

/** Layers that move and fade together. */
export class GroupLayer<Member = unknown> extends LayerProperties {
  /** The kind of the layer. */
  @Equals('group')
  type: 'group';

  /** The layers of the group in paint order: the last one is on top. */
  @InEverySize()
  // `layer.ts` declares the stack, because it may contain every kind.
  layers: Member[];

  /** Hides the parts of layers outside the box of the group. */
  @Default(false)
  @IsBoolean()
  clip?: boolean;
}

export const GROUP = layerKind(GroupLayer<unknown>, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: ['layers', 'clip'],
});
