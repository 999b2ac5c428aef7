import type { Direction } from '#libs/template';
import type { CircleClip, SectorClip, WipeClip } from '../geometry/clip-shape.js';
import { headingOf, opposite } from './headings.js';

/**
 * The visible part of a layer in a wipe, 0 … 1: behind a straight edge that moves in the given direction, within a
 * circle for `in`, `out` and `center`, or within a sector for `clockwise` and `counterclockwise`. An exit hides the
 * layer in the same direction.
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
