import type { PageImage, Raster, ComposedPage, TransitionImage } from '#libs/compositor';
import { clipRegion, dissolves, type PageTransition, type SceneTransition } from '#libs/timeline';
import type { LayerBox } from './drawing.js';
import { fillRegion } from './display-items/paint-item.js';
import { parseColor } from './paint/css-color.js';
import { createCanvas, takePixels } from './skia.js';
import { snapToGrid } from './geometry/snap-to-grid.js';

/** Converts two pages in a transition for the compositor. @param pages the leaving one first */
export function transitionImage(
  [leaving, entering]: readonly [PageImage, PageImage],
  transition: SceneTransition,
  frame: LayerBox,
): TransitionImage {
  const leavingPage = transitionPage(leaving, transition.leaving, frame);
  const enteringPage = transitionPage(entering, transition.entering, frame);
  const backdrop = parseColor(transition.backdrop);
  return transition.upper === 'entering'
    ? { backdrop, lower: leavingPage, upper: enteringPage }
    : { backdrop, lower: enteringPage, upper: leavingPage };
}

function transitionPage(page: PageImage, change: PageTransition, frame: LayerBox): ComposedPage {
  const { matrix, opacity, blur, mosaic } = change;
  const cut = cutOf(change, frame);
  return {
    ...{ page, opacity },
    at: { x: snapToGrid(matrix[4]), y: snapToGrid(matrix[5]), scaleX: matrix[0], scaleY: matrix[3] },
    ...(blur !== undefined && { blur }),
    ...(mosaic !== undefined && { mosaic }),
    ...(cut && { cut }),
  };
}

function cutOf({ clip, dissolve }: PageTransition, frame: LayerBox): ComposedPage['cut'] {
  if (dissolve) {
    const edge = dissolve.grain;
    return { edge, shows: (column, row) => dissolves(dissolve, column * edge, row * edge) };
  }
  if (!clip) return undefined;
  const region = clipRegion(clip, { x: 0, y: 0, ...frame });
  if (region.kind === 'rect' && region.radius === 0) return region;
  const size = { width: Math.ceil(frame.width / 8) * 8, height: frame.height };
  const shape: Raster = {
    ...size,
    raster: `page cut ${JSON.stringify(region)}`,
    transient: true,
    paint: () => {
      const canvas = createCanvas(size.width, size.height);
      fillRegion(canvas.getContext('2d'), region);
      return takePixels(canvas);
    },
  };
  return shape;
}
