import type { RatingIcon, LayerContent } from '#libs/template';

import type { Drawing, LayerBox } from '../drawing.js';
import { formatColor, parseColor } from '../paint/css-color.js';
import { type CanvasGradient, type Context, Path } from '../skia.js';
import type { LayerPainter } from './layer-painter.js';

/** Side of the square in which icons are defined. They are scaled to their size. */
const GRID = 100;

/**
 * Ratio of inner to outer radius of the star. Larger than the 0.38 of the pentagram, so that half a star is
 * recognizable.
 */
const STAR_INNER = 0.46;
/** Radius of the tips of the star, of 100. */
const STAR_TIP = 4;

const HEART =
  'M50 93 C36 81 4 62 4 35 C4 19 16 8 29 8 C38 8 46 13 50 21 C54 13 62 8 71 8 C84 8 96 19 96 35 C96 62 64 81 50 93 Z';

/** Paints layers of the kind `rating`. */
export const RATING_PAINTER: LayerPainter<'rating'> = {
  draw: ({ layer, box }) => drawRatingLayer(layer, box),
  words: undefined,
};

/**
 * Lays out a row of icons, as large as fits and centered in its box. Icons are filled from the left, also partially.
 */
function drawRatingLayer(layer: LayerContent<'rating'>, box: LayerBox): Drawing {
  const { ratingMax: count, gap } = layer;
  const size = Math.max(0, Math.min(box.height, (box.width - gap * (count - 1)) / count));
  const left = (box.width - size * count - gap * (count - 1)) / 2;
  const top = (box.height - size) / 2;
  const path = iconPath(layer.icon);
  return {
    isSmooth: false,
    ink: { x: 0, y: 0, ...box },
    paint(context) {
      if (size === 0) return;
      for (let index = 0; index < count; index += 1) {
        context.save();
        context.translate(left + index * (size + gap), top);
        context.scale(size / GRID, size / GRID);
        context.fillStyle = litTo(context, layer, layer.rating - index);
        context.fill(path);
        context.restore();
      }
    },
  };
}

/**
 * The fill of an icon up to a share of its width. One style instead of two fills, so that neither color is visible at
 * the edge of the other.
 */
function litTo(context: Context, layer: LayerContent<'rating'>, share: number): string | CanvasGradient {
  const active = formatColor(parseColor(layer.activeFillColor));
  const inactive = formatColor(parseColor(layer.inactiveFillColor));
  if (share >= 1) return active;
  if (share <= 0) return inactive;
  const style = context.createLinearGradient(0, 0, GRID, 0);
  style.addColorStop(0, active);
  style.addColorStop(share, active);
  style.addColorStop(share, inactive);
  style.addColorStop(1, inactive);
  return style;
}

function iconPath(icon: RatingIcon): Path {
  switch (icon) {
    case 'star':
      return star();
    case 'heart':
      return new Path(HEART);
    case 'circle': {
      const path = new Path();
      path.arc(GRID / 2, GRID / 2, GRID / 2, 0, 2 * Math.PI);
      return path;
    }
  }
}

/** A five-pointed star with rounded tips, as wide as the square and vertically centered. */
function star(): Path {
  const outer = GRID / (2 * Math.sin((2 * Math.PI) / 5));
  const middle = GRID / 2 + (outer * (1 - Math.cos(Math.PI / 5))) / 2;
  const corner = (index: number): [x: number, y: number] => {
    const radius = index % 2 === 0 ? outer : outer * STAR_INNER;
    const angle = (Math.PI * index) / 5;
    return [GRID / 2 + Math.sin(angle) * radius, middle - Math.cos(angle) * radius];
  };
  const path = new Path();
  path.moveTo(...corner(-1));
  for (let tip = 0; tip < 10; tip += 2) {
    path.arcTo(...corner(tip), ...corner(tip + 1), STAR_TIP);
    path.lineTo(...corner(tip + 1));
  }
  path.closePath();
  return path;
}
