import { isEmpty, union } from '#libs/compositor';
import { boundsOfRect, type Rect } from '#libs/timeline';
import { grown } from '../matrix.js';
import { blurReach, type Figure, nameOf, type Picture } from './figure.js';
import { paintFigure } from './paint-figure.js';

const NO_INK: Rect = { x: 0, y: 0, width: 0, height: 0 };

/** Figures on a transparent surface of their own, lying in the group's pixels. */
export function groupPicture(figures: readonly Figure[], isRestless: boolean): Picture {
  return {
    id: `group ${figures.map(nameOf).join('\n')}`,
    ink: figures.map(inkOf).reduce(around, NO_INK),
    isSmooth: figures.some(({ picture, filters }) => picture.isSmooth || (filters?.blur ?? 0) > 0),
    isRestless: isRestless || figures.some(({ picture }) => picture.isRestless),
    paint(context) {
      for (const figure of figures) paintFigure(context, figure);
    },
  };
}

/** Everything a figure can touch in its parent. */
function inkOf(figure: Figure): Rect {
  return boundsOfRect(figure.matrix, grown(figure.picture.ink, blurReach(figure)));
}

function around(a: Rect, b: Rect): Rect {
  return isEmpty(a) ? b : union(a, b);
}
