import type { PageImage, CutRaster, ComposedPage, TransitionImage } from '#libs/compositor';
import { type ClipShape, clipRegion, dissolves, type PageTransition, type SceneTransition } from '#libs/timeline';
import type { LayerBox } from './drawing.js';
import { fillRegion } from './display-items/paint-item.js';
import { parseColor } from './paint/css-color.js';
import { type Context, createCanvas, takePixels } from './skia.js';
import { snapToGrid } from './geometry/snap-to-grid.js';
import { paintFeathered } from './feathered-cut.js';

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

function cutOf({ clip, feather, dissolve }: PageTransition, frame: LayerBox): ComposedPage['cut'] {
  if (dissolve) {
    const edge = dissolve.grain;
    return { edge, shows: (column, row) => dissolves(dissolve, column * edge, row * edge) };
  }
  if (!clip) return undefined;
  if (clip.kind !== 'box' && feather !== undefined) return softCut(clip, feather, frame);
  const region = clipRegion(clip, { x: 0, y: 0, ...frame });
  if (region.kind === 'rect' && region.radius === 0) return region;
  return painted({ ...frame, scale: 1 }, JSON.stringify(region), (context) => fillRegion(context, region));
}

/** Soft edges are painted small, which takes a tenth of the time, and enlarged by the kernel. */
const SOFT_SCALE = 4;

function softCut(clip: Exclude<ClipShape, { kind: 'box' }>, feather: number, frame: LayerBox): CutRaster {
  const size = { width: frame.width / SOFT_SCALE, height: frame.height / SOFT_SCALE, scale: SOFT_SCALE };
  return painted(size, `${JSON.stringify(clip)} feathered ${feather}`, (context) =>
    paintFeathered(context, clip, feather, size),
  );
}

/** A cut of a size that Skia paints. */
function painted(
  { width, height, scale }: LayerBox & Pick<CutRaster, 'scale'>,
  name: string,
  paint: (context: Context) => void,
): CutRaster {
  const size = { width: Math.ceil(width / 8) * 8, height: Math.ceil(height / 2) * 2 };
  return {
    ...{ ...size, scale, raster: `page cut ${name}`, transient: true },
    paint: () => {
      const canvas = createCanvas(size.width, size.height);
      paint(canvas.getContext('2d'));
      return takePixels(canvas);
    },
  };
}
