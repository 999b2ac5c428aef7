import { IDENTITY, type Matrix, type Rect } from '#libs/document';
import type { LayerContent } from '#libs/template';
import { type Drawing, EDGE, type LayerBox, type PictureInBox } from '../drawing.js';
import { paintWithEffect } from '../effects/paint-with-effect.js';
import type { LoadedImage } from '../images/loaded-image.js';
import { formatColor, parseColor } from '../paint/css-color.js';
import { shadowsOf, withShadows } from '../paint/css-shadow.js';
import { drawBoxShadows, drawPixelShadows } from '../paint/draw-shadows.js';
import { isInvisible } from '../paint/paint.js';
import type { Canvas, Context, Image } from '../skia.js';
import { paintPlaces } from './paint-places.js';
import { picturePlaces } from '../geometry/picture-places.js';
import { addRoundRect, inset } from '../geometry/round-rect.js';
import type { LayerPainter } from './layer-painter.js';

/** Paints layers of the kind `image`. */
export const IMAGE_PAINTER: LayerPainter<'image'> = {
  draw: ({ layer, box }, { image }) => drawImageLayer(layer, box, image(layer.sourceUrl)),
  words: undefined,
};

/** Lays out an image in its box: size, position, flip, border, rounded corners, shadows. */
function drawImageLayer(layer: LayerContent<'image'>, box: LayerBox, image: LoadedImage): Drawing {
  const outer = { x: 0, y: 0, ...box };
  const shadows = shadowsOf(layer.imageShadow);
  return {
    isSmooth: true,
    ...resolutionOf(layer, outer, image),
    ink: withShadows(outer, shadows),
    ...(isNothingButPicture(layer) && { inBox: (other: LayerBox) => pictureIn(layer, other, image) }),
    paint(context, { picture = IDENTITY }) {
      const paintBody = (target: Context): void => {
        paintPicture(target, { layer, outer, image, camera: picture });
        paintBorder(target, layer, outer);
      };
      if (layer.shadowOf === 'box') drawBoxShadows(context, shadows, { ...outer, radius: layer.borderRadius });
      else drawPixelShadows(context, shadows, () => ({ area: outer, paint: paintBody }));
      paintBody(context);
    },
  };
}

/** Whether a layer is a picture in a box, once, without anything around or over it. */
function isNothingButPicture({ borderWidth, effect, imageShadow, flip, imageSize }: LayerContent<'image'>): boolean {
  const isPlain = borderWidth === 0 && effect === 'none' && imageShadow === 'none' && flip === 'original';
  return isPlain && imageSize !== 'contain repeat';
}

function pictureIn(layer: LayerContent<'image'>, box: LayerBox, image: LoadedImage): PictureInBox {
  const { first } = picturePlaces({ ...layer, isMirrored: false, isUpsideDown: false }, { x: 0, y: 0, ...box }, image);
  return {
    ...{ place: first, isSmooth: true },
    paint(context) {
      const { a, d } = context.getTransform();
      const pixels = image.shownAt({ width: first.width * a, height: first.height * d });
      paintEdges(context, pixels, first);
      paintPlaces(context, pixels, { first });
    },
  };
}

/** Paints the outermost pixels of a picture around its place, and a little below it. */
function paintEdges(context: Context, picture: Canvas | Image, { x, y, width, height }: Rect): void {
  const [right, bottom] = [picture.width - 1, picture.height - 1];
  const by = EDGE + 1;
  context.save();
  context.imageSmoothingEnabled = false;
  context.drawImage(picture, 0, 0, picture.width, 1, x - EDGE, y - EDGE, width + 2 * EDGE, by);
  context.drawImage(picture, 0, bottom, picture.width, 1, x - EDGE, y + height - 1, width + 2 * EDGE, by);
  context.drawImage(picture, 0, 0, 1, picture.height, x - EDGE, y, by, height);
  context.drawImage(picture, right, 0, 1, picture.height, x + width - 1, y, by, height);
  context.restore();
}

/** A picture and its placement in its box. */
interface Picturing {
  readonly layer: LayerContent<'image'>;
  readonly outer: Rect;
  readonly image: LoadedImage;
  /** Moves and scales it inside the box. Local → local px. */
  readonly camera: Matrix;
}

function paintPicture(context: Context, { layer, outer, image, camera }: Picturing): void {
  const inner = inset(outer, layer.borderWidth);
  if (inner.width === 0 || inner.height === 0) return;
  context.save();
  // Extends half-way under the border, so that no seam is visible.
  context.beginPath();
  addRoundRect(context, inset(outer, layer.borderWidth / 2), layer.borderRadius - layer.borderWidth / 2);
  context.clip();
  // Without the camera, so that a slow zoom uses the same halving in all of its frames.
  const { a, b, c, d } = context.getTransform();
  const density = { x: Math.hypot(a, b), y: Math.hypot(c, d) };
  context.transform(...camera);
  const paint = (target: Context): void => paintImage(target, layer, { outer, inner, image, density });
  if (layer.effect === 'none') paint(context);
  else paintWithEffect(context, layer.effect, inner, paint);
  context.restore();
}

interface PlacedImage {
  readonly outer: Rect;
  readonly inner: Rect;
  readonly image: LoadedImage;
  /** Device px per px of the layer. */
  readonly density: { readonly x: number; readonly y: number };
}

function paintImage(
  context: Context,
  layer: LayerContent<'image'>,
  { outer, inner, image, density }: PlacedImage,
): void {
  context.save();
  const { isMirrored, isUpsideDown } = flips(layer);
  context.translate(isMirrored ? outer.width : 0, isUpsideDown ? outer.height : 0);
  context.scale(isMirrored ? -1 : 1, isUpsideDown ? -1 : 1);
  const places = picturePlaces({ ...layer, isMirrored, isUpsideDown }, inner, image);
  const { width, height } = places.first;
  paintPlaces(context, image.shownAt({ width: width * density.x, height: height * density.y }), places);
  context.restore();
}

function resolutionOf(layer: LayerContent<'image'>, outer: Rect, image: LoadedImage): Pick<Drawing, 'resolution'> {
  const { first } = picturePlaces({ ...layer, isMirrored: false, isUpsideDown: false }, outer, image);
  return first.width > 0 ? { resolution: image.width / first.width } : {};
}

function flips({ flip }: LayerContent<'image'>): { isMirrored: boolean; isUpsideDown: boolean } {
  return {
    isMirrored: flip === 'horizontal' || flip === 'both',
    isUpsideDown: flip === 'vertical' || flip === 'both',
  };
}

function paintBorder(
  context: Context,
  { borderWidth, borderRadius, borderColor }: LayerContent<'image'>,
  outer: Rect,
): void {
  if (borderWidth <= 0 || isInvisible(borderColor)) return;
  context.save();
  context.fillStyle = formatColor(parseColor(borderColor));
  context.beginPath();
  addRoundRect(context, outer, borderRadius);
  addRoundRect(context, inset(outer, borderWidth), borderRadius - borderWidth);
  context.fill('evenodd');
  context.restore();
}
