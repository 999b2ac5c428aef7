import type { Matrix, Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import { intersect, isEmpty } from '#libs/compositor';
import type { FootageRun } from '#libs/timeline';
import type { LayerBox } from '../drawing.js';
import { type PicturePlaces, picturePlaces } from '../geometry/picture-places.js';
import type { FootageSource } from './footage-source.js';

/** The part of footage that is decoded, its size, and its place in the layer's box. */
export interface FootageFit extends Pick<FootageRun, 'crop' | 'width' | 'height'> {
  /** Box pixels: where the decoded picture lies. */
  readonly places: PicturePlaces;
  /** True where the decoded picture has exactly the part that the box shows, in its size. */
  readonly isExact: boolean;
}

/** The facts that a fit depends on: none of them changes while the layer moves. */
export interface FittedLayer {
  readonly layer: LayerContent<'video'>;
  readonly box: LayerBox;
  /** Local → frame px, at rest. */
  readonly rest: Matrix;
}

/** Pictures are decoded at this many frames' pixels at most; larger ones are magnified. */
const MAX_FRAMES = 2;

/**
 * Pixels below which ffmpeg's scaler gives pictures that depend on those before; smaller ones are reduced when they are
 * drawn.
 */
const LEAST_SIDE = 8;

/**
 * Decides at what size footage is decoded: its size at rest in the frame, cropped to the part that its box shows; both
 * are rounded to chroma cells. A box that changes its size, or repeats the picture, gets the whole picture and is drawn
 * by Skia. Undefined where the box shows no part of it.
 */
export function fitFootage(node: FittedLayer, source: FootageSource, frame: LayerBox): FootageFit | undefined {
  const { layer, box } = node;
  const area = { x: 0, y: 0, ...box };
  const places = picturePlaces({ ...layer, isMirrored: false, isUpsideDown: false }, area, source);
  const { first: place } = places;
  if (isEmpty(place)) return undefined;
  if (layer.isResizing) return { ...decodedSize(source, frame), places, isExact: false };
  const shown = shownScale(node.rest);
  if (layer.imageSize === 'contain repeat')
    return { ...decodedSize(times(place, shown), frame), places, isExact: false };
  const seen = intersect(place, area);
  if (isEmpty(seen)) return undefined;
  const size = decodedSize(times(seen, shown), frame);
  const isWhole = seen.width > place.width - 1e-6 && seen.height > place.height - 1e-6;
  return { ...size, ...(!isWhole && { crop: cropOf(seen, place, source) }), places: { first: seen }, isExact: true };
}

/** Frame pixels per box pixel at rest. */
function shownScale([a, b, c, d]: Matrix): { x: number; y: number } {
  return { x: Math.hypot(a, b), y: Math.hypot(c, d) };
}

function times({ width, height }: LayerBox, scale: { x: number; y: number }): LayerBox {
  return { width: width * scale.x, height: height * scale.y };
}

function decodedSize({ width, height }: LayerBox, frame: LayerBox): LayerBox {
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
