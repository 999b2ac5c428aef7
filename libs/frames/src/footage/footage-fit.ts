import type { Matrix, Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import { intersect, isEmpty } from '#libs/compositor';
import type { FootageRun } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { meanScale } from '../geometry/matrix.js';
import { type PicturePlaces, picturePlaces } from '../geometry/picture-places.js';
import type { FootageSource } from './footage-source.js';

/** The part of footage that is decoded, its size, and its place in the layer's box. */
export interface FootageFit extends Pick<FootageRun, 'crop' | 'width' | 'height' | 'byMeans'> {
  /** Box pixels: where the decoded picture lies. */
  readonly places: PicturePlaces;
}

/** The facts that a fit depends on: none of them changes while the layer moves. */
export interface FittedLayer {
  readonly layer: LayerContent<'video'>;
  readonly box: LayerBox;
  /** Local → frame px, at rest. */
  readonly rest: Matrix;
  /** The largest scale around this instant, as a share of that at rest; absent for a layer that is not scaled by keyframes. */
  readonly scaleShare?: number;
}

/** Pictures are decoded at this many frames' pixels at most; larger ones are magnified. */
const MAX_FRAMES = 2;

/**
 * Pixels below which ffmpeg's scaler gives pictures that depend on those before; smaller ones are reduced when they are
 * drawn.
 */
const LEAST_SIDE = 8;

/** A picture is halved at most this often. */
const MOST_OCTAVES = 4;

/** Least standard deviation of a blur in decoded pixels, if they are fewer for its sake: enlarged again, they show no corners. */
const LEAST_BLUR = 4;

/**
 * Decides at what size footage is decoded: its size at rest in the frame, cropped to the part that its box shows; both
 * are rounded to chroma cells. Half of it as often as the picture is shown smaller for a while, or so blurred that it
 * makes no difference. A picture that is scaled by keyframes is never decoded larger than its source: what it is enlarged
 * by changes anyway. A box that changes its size, or repeats the picture, gets the whole picture. Undefined where the box shows no part of it.
 */
export function fitFootage(node: FittedLayer, source: FootageSource, frame: LayerBox): FootageFit | undefined {
  const { layer, box } = node;
  const area = { x: 0, y: 0, ...box };
  const places = picturePlaces({ ...layer, isMirrored: false, isUpsideDown: false }, area, source);
  const { first: place } = places;
  if (isEmpty(place)) return undefined;
  if (layer.isResizing) return { ...limited(source, frame), places };
  const perSource = { x: source.width / place.width, y: source.height / place.height };
  if (layer.imageSize === 'contain repeat') return { ...decodedSize(node, place, { perSource, frame }), places };
  const seen = intersect(place, area);
  if (isEmpty(seen)) return undefined;
  const size = decodedSize(node, seen, { perSource, frame });
  const isWhole = seen.width > place.width - 1e-6 && seen.height > place.height - 1e-6;
  return { ...size, ...(!isWhole && { crop: cropOf(seen, place, source) }), places: { first: seen } };
}

interface Scale {
  readonly x: number;
  readonly y: number;
}

/** Frame pixels per box pixel at rest. */
function shownScale([a, b, c, d]: Matrix): Scale {
  return { x: Math.hypot(a, b), y: Math.hypot(c, d) };
}

function times({ width, height }: LayerBox, scale: Scale): LayerBox {
  return { width: width * scale.x, height: height * scale.y };
}

/** The size at which a part of the box is decoded. @param perSource source pixels per box pixel */
function decodedSize(
  { layer, rest, scaleShare }: FittedLayer,
  part: LayerBox,
  { perSource, frame }: { perSource: Scale; frame: LayerBox },
): Pick<FootageFit, 'width' | 'height' | 'byMeans'> {
  const blurred = octavesBelow(LEAST_BLUR / (layer.leastBlur * meanScale(rest)));
  const octaves = Math.max(blurred, octavesBelow(scaleShare ?? 1));
  const shown = shownScale(rest);
  const wanted = times(part, { x: shown.x / 2 ** octaves, y: shown.y / 2 ** octaves });
  const own = times(part, perSource);
  const isEnlarged = wanted.width > own.width || wanted.height > own.height;
  if (isEnlarged && scaleShare !== undefined) return limited(own, frame);
  return { ...limited(wanted, frame), ...(octaves > 0 && !isEnlarged && { byMeans: true }) };
}

/** Number of halvings that leave a share of a length, at least. */
function octavesBelow(share: number): number {
  return Math.min(MOST_OCTAVES, Math.max(0, Math.floor(-Math.log2(share) + 1e-9)));
}

function limited({ width, height }: LayerBox, frame: LayerBox): LayerBox {
  const most = MAX_FRAMES * frame.width * frame.height;
  const shrink = Math.min(1, Math.sqrt(most / (width * height)));
  const side = (length: number): number => Math.max(LEAST_SIDE, even(length * shrink));
  return { width: side(width), height: side(height) };
}

/** The source's pixels behind the seen part, widened to whole chroma cells where that is possible. */
function cropOf(seen: Rect, place: Rect, source: LayerBox): Rect {
  const across = span(seen.x - place.x, seen.width, source.width / place.width, source.width);
  const down = span(seen.y - place.y, seen.height, source.height / place.height, source.height);
  return { x: across.from, y: down.from, width: across.length, height: down.length };
}

function span(from: number, length: number, scale: number, most: number): { from: number; length: number } {
  const whole = Math.floor(most / 2) * 2;
  const wanted = Math.min(even(length * scale), Math.max(2, whole));
  const start = Math.min(2 * Math.round((from * scale) / 2), whole - wanted);
  return { from: Math.max(0, start), length: wanted };
}

function even(length: number): number {
  return Math.max(2, 2 * Math.round(length / 2));
}
