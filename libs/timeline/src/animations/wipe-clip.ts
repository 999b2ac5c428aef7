import type { Direction } from '#libs/template';
import type { CircleClip, SectorClip, WipeClip } from '../geometry/clip-shape.js';
import { headingOf, opposite } from './headings.js';

/**
 * What a wipe lets through, 0 … 1 of the layer: behind a straight edge that goes the given way, within a circle for `in`,
 * `out` and `center`, or within a sector for `clockwise` and `counterclockwise`. What leaves is eaten up the same way.
 */
export function wipeClip(
  direction: Direction | undefined,
  shown: number,
  side: 'enter' | 'exit' | 'loop',
): WipeClip | CircleClip | SectorClip {
  switch (direction) {
    case 'in':
    case 'out':
    case 'center':
      return { kind: 'circle', shown };
    case 'clockwise':
    case 'counterclockwise':
      return { kind: 'sector', clockwise: (direction === 'clockwise') === (side !== 'exit'), shown };
    default: {
      const way = headingOf(direction, 'right');
      const { x, y } = side === 'exit' ? opposite(way) : way;
      return { kind: 'wipe', headingX: x, headingY: y, shown };
    }
  }
}
