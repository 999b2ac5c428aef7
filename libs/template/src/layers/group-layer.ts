import { Equals, IsBoolean } from 'class-validator';
import { Default } from '../shape/default.js';
import { layerKind } from './layer-kind.js';
import { LayerProperties } from './layer-properties.js';

/** Layers that move and fade as one. */
export class GroupLayer<Member = unknown> extends LayerProperties {
  @Equals('group')
  type: 'group';

  // `layer.ts` declares the stack, which may hold every kind.
  layers: Member[];

  /** Cut off what is outside the group's box. */
  @Default(false)
  @IsBoolean()
  clip?: boolean;
}

export const GROUP = layerKind(GroupLayer<unknown>, {
  plays: false,
  source: undefined,
  counts: undefined,
  splits: false,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: ['layers', 'clip'],
});
