import { Equals, IsBoolean, IsIn } from 'class-validator';
import type { FrameLength } from '#libs/document';
import { HasAutoSize, IsFrameLength } from '../rules/is-length.js';
import { Default, Optional, type Unset } from '../shape/default.js';
import { layerKind } from './layer-kind.js';
import { LayerHolder } from './layer-holder.js';
import { STACK_ALIGNS, type StackAlign } from './layer-properties.js';

export const STACK_DIRECTIONS = ['row', 'column'] as const;
export type StackDirection = (typeof STACK_DIRECTIONS)[number];

export const STACK_DISTRIBUTIONS = ['start', 'center', 'end', 'space-between', 'space-around', 'space-evenly'] as const;
export type StackDistribution = (typeof STACK_DISTRIBUTIONS)[number];

/** Layers one after the other, in a row or a column. Each takes the room that it needs, and pushes those after it. */
@HasAutoSize()
export class StackLayer<Member = unknown> extends LayerHolder<Member> {
  /** The kind of the layer. */
  @Equals('stack')
  type: 'stack';

  /** `row`: from left to right. `column`: from top to bottom. */
  @Default('column')
  @IsIn(STACK_DIRECTIONS)
  direction?: StackDirection;

  /** Begins at the other end: a row at the right, a column at the bottom. */
  @Default(false)
  @IsBoolean()
  reverse?: boolean;

  /** Continues in a further line, below or to the right, where a line has no room for the next layer. */
  @Default(false)
  @IsBoolean()
  wrap?: boolean;

  /** Pixels between two layers, and between two lines. */
  @Default(0)
  @IsFrameLength(0, 4000)
  gap?: FrameLength;

  /** Pixels between two lines. Default: `gap`. */
  @Optional()
  @IsFrameLength(0, 4000)
  line_gap?: FrameLength | Unset;

  /** Pixels between the edges of the box and the layers. */
  @Default(0)
  @IsFrameLength(0, 4000)
  padding?: FrameLength;

  /** Pixels between the left and right edges and the layers. Default: `padding`. */
  @Optional()
  @IsFrameLength(0, 4000)
  padding_x?: FrameLength | Unset;

  /** Pixels between the top and bottom edges and the layers. Default: `padding`. */
  @Optional()
  @IsFrameLength(0, 4000)
  padding_y?: FrameLength | Unset;

  /**
   * The place of layers across the direction: at the start of their line, in its middle or at its end. `stretch` makes
   * layers with `auto` as large as the line. `baseline`, in a row, puts the first lines of texts at one height. Several
   * lines are placed in the box in the same way.
   */
  @Default('start')
  @IsIn(STACK_ALIGNS)
  align?: StackAlign;

  /** The distribution of the free room along the direction: after the layers, around them, or between them. */
  @Default('start')
  @IsIn(STACK_DISTRIBUTIONS)
  distribute?: StackDistribution;
}

export const STACK = layerKind(StackLayer<unknown>, {
  counts: undefined,
  animations: { typewriter: 'fade', draw: 'wipe', count: 'fade' },
  unseen: [
    ...([
      'layers',
      'clip',
      'direction',
      'reverse',
      'wrap',
      'gap',
      'line_gap',
      'padding',
      'padding_x',
      'padding_y',
    ] as const),
    ...(['align', 'distribute'] as const),
  ],
});
