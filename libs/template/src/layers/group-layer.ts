import { Equals } from 'class-validator';
import { HasAutoSize } from '../rules/is-length.js';
import { layerKind } from './layer-kind.js';
import { LayerHolder } from './layer-holder.js';

/** Layers that move and fade together. */
@HasAutoSize()
export class GroupLayer<Member = unknown> extends LayerHolder<Member> {
  /** The kind of the layer. */
  @Equals('group')
  type: 'group';
}

export const GROUP = layerKind(GroupLayer<unknown>, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: ['layers', 'clip'],
});
