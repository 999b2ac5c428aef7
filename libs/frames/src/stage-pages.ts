import type { PageImage, Raster, ComposedPage, TransitionImage } from '#libs/compositor';
import { clipRegion, dissolves, type PageTransition, type SceneTransition } from '#libs/timeline';
import type { LayerBox } from './drawing.js';
import { fillRegion } from './figures/paint-figure.js';
import { parseColour } from './paint/css-colour.js';
import { createCanvas } from './skia.js';
import { snapToGrid } from './snap-to-grid.js';

/** Two pages of a scene, the leaving one first, as the compositor takes a transition. */
export function stagePages(
  [leaving, entering]: readonly [PageImage, PageImage],
  transition: SceneTransition,
  frame: LayerBox,
): TransitionImage {
  const stagedLeaving = stagePage(leaving, transition.leaving, frame);
  const stagedEntering = stagePage(entering, transition.entering, frame);
  const backdrop = parseColour(transition.backdrop);
  return transition.upper === 'entering'
    ? { backdrop, lower: stagedLeaving, upper: stagedEntering }
    : { backdrop, lower: stagedEntering, upper: stagedLeaving };
}

function stagePage(page: PageImage, staging: PageTransition, frame: LayerBox): ComposedPage {
  const { matrix, opacity, blur, mosaic } = staging;
  const cut = cutOf(staging, frame);
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
      return canvas.data();
    },
  };
  return shape;
}
