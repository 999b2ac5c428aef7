import { boundsOfRect } from '#libs/timeline';
import { alignEven, intersect, isEmpty, NOTHING, type Rect, type Sprite, type SpriteMask } from '#libs/compositor';
import { grown } from '../matrix.js';
import type { LayerBox } from '../drawing.js';
import { planRaster, type RasterPlan } from '../raster-plan.js';
import { boundsOfOutlines, placeOutline, type PlacedOutline } from './clip-outline.js';
import { blurReach, type Figure, type FigureMask, nameOf } from './figure.js';
import { paintFiltered, paintMask } from './paint-figure.js';

/** A figure for the compositor: painted with its filters, cut by clips and mask in the frame. Undefined where none of it shows. */
export function figureSprite(figure: Figure, frame: LayerBox): Sprite | undefined {
  const { key, picture, matrix, rest, filters, opacity } = figure;
  const ink = grown(picture.ink, blurReach(figure));
  const plan = planRaster({ matrix, rest, ink, isRestless: picture.isRestless }, frame);
  if (!plan) return undefined;
  const { width, height, at, transient } = plan;
  const sprite: Sprite = {
    ...{ key, width, height, at, opacity, transient },
    raster: `${picture.id} ${filters ? JSON.stringify(filters) : ''} @ ${plan.id}`,
    dither: picture.isSmooth || (filters?.blur ?? 0) > 0,
    paint: () => paintRaster(figure, plan),
  };
  return asInFrame(sprite, figure, frame);
}

/** A sprite as the figure it stands for is seen in the frame: cut and blended. Undefined where nothing of it is left. */
export function asInFrame(
  sprite: Sprite,
  figure: Pick<Figure, 'matrix' | 'blendMode' | 'clips' | 'mask'>,
  frame: LayerBox,
): Sprite | undefined {
  const { matrix, blendMode, clips, mask } = figure;
  const blended = blendMode ? { ...sprite, mode: blendMode } : sprite;
  if (clips.length === 0 && !mask) return blended;
  const outlines = clips.map((clip) => placeOutline(clip, matrix));
  const area = cutArea({ sprite, outlines, mask }, { x: 0, y: 0, ...frame });
  return isEmpty(area) ? undefined : { ...blended, mask: cutMask(outlines, mask, area) };
}

function paintRaster(figure: Figure, plan: RasterPlan): Uint8Array {
  const { width, height, matrix } = plan;
  return paintFiltered(figure, matrix, { x: 0, y: 0, width, height }).data();
}

/** The part of the frame outside which nothing of a cut sprite shows, in whole chroma cells. */
function cutArea(
  { sprite, outlines, mask }: { sprite: Sprite; outlines: readonly PlacedOutline[]; mask: FigureMask | undefined },
  frame: Rect,
): Rect {
  const { at, width, height } = sprite;
  const covered = { x: at.x, y: at.y, width: width * at.scaleX, height: height * at.scaleY };
  const inOutlines = boundsOfOutlines(outlines, frame);
  const inMask = mask ? intersect(inOutlines, maskBounds(mask, covered)) : inOutlines;
  return isEmpty(intersect(inMask, covered)) ? NOTHING : intersect(alignEven(inMask), frame);
}

function maskBounds({ mode, figure }: FigureMask, covered: Rect): Rect {
  if (mode.endsWith('inverted')) return covered;
  return boundsOfRect(figure.matrix, grown(figure.picture.ink, blurReach(figure)));
}

function cutMask(outlines: readonly PlacedOutline[], mask: FigureMask | undefined, area: Rect): SpriteMask {
  const { x, y, height } = area;
  const width = Math.ceil(area.width / 8) * 8;
  return {
    raster: `cut ${JSON.stringify([outlines, mask?.mode, area])} ${mask ? nameOf(mask.figure) : ''}`,
    ...{ width, height, transient: true },
    at: { x, y, scaleX: 1, scaleY: 1 },
    paint: () => paintMask({ x, y, width, height }, outlines, mask).data(),
  };
}
