import type { Rect, ResolvedImage } from '#libs/timeline';
import type { Drawing, LayerBox } from '../drawing.js';
import { formatColour, parseColour } from '../paint/css-colour.js';
import { parseShadows, type Shadow, shadowReach } from '../paint/css-shadow.js';
import { drawShadows } from '../paint/draw-shadows.js';
import { isInvisible } from '../paint/paint.js';
import type { Context, Image } from '../skia.js';
import { addRoundRect, inset } from './round-rect.js';

/** Lays out an image in its box: size, position, flip, border, rounded corners, CSS box shadow. */
export function drawImageLayer(layer: ResolvedImage, box: LayerBox, image: Image): Drawing {
  const outer = { x: 0, y: 0, ...box };
  const shadows = parseShadows(layer.imageShadow);
  const reach = shadowReach(shadows);
  return {
    isSmooth: true,
    ink: {
      x: -reach.left,
      y: -reach.top,
      width: box.width + reach.left + reach.right,
      height: box.height + reach.top + reach.bottom,
    },
    paint(context) {
      paintBoxShadows(context, outer, layer.borderRadius, shadows);
      paintPicture(context, layer, outer, image);
      paintBorder(context, layer, outer);
    },
  };
}

/** Shadows of the box, seen outside of it only (CSS Backgrounds 3 §7.2), so that they do not shine through. */
function paintBoxShadows(context: Context, outer: Rect, radius: number, shadows: readonly Shadow[]): void {
  if (shadows.length === 0) return;
  context.save();
  const reach = Math.max(...Object.values(shadowReach(shadows))) + 1;
  const everywhere = inset(outer, -reach);
  context.beginPath();
  context.rect(everywhere.x, everywhere.y, everywhere.width, everywhere.height);
  addRoundRect(context, outer, radius);
  context.clip('evenodd');
  drawShadows(context, shadows, (spread) => {
    context.beginPath();
    addRoundRect(context, inset(outer, -spread), radius === 0 ? 0 : radius + spread);
    context.fill();
  });
  context.restore();
}

function paintPicture(context: Context, layer: ResolvedImage, outer: Rect, image: Image): void {
  const inner = inset(outer, layer.borderWidth);
  if (inner.width === 0 || inner.height === 0) return;
  context.save();
  // Half way under the border, so that no seam shows between the two.
  context.beginPath();
  addRoundRect(context, inset(outer, layer.borderWidth / 2), layer.borderRadius - layer.borderWidth / 2);
  context.clip();
  context.imageSmoothingEnabled = true;
  context.imageSmoothingQuality = 'high';
  const { isMirrored, isUpsideDown } = flips(layer);
  context.translate(isMirrored ? outer.width : 0, isUpsideDown ? outer.height : 0);
  context.scale(isMirrored ? -1 : 1, isUpsideDown ? -1 : 1);
  for (const tile of tiles(layer, inner, image)) {
    context.drawImage(image, tile.x, tile.y, tile.width, tile.height);
  }
  context.restore();
}

function flips({ flip }: ResolvedImage): { isMirrored: boolean; isUpsideDown: boolean } {
  return {
    isMirrored: flip === 'horizontal' || flip === 'both',
    isUpsideDown: flip === 'vertical' || flip === 'both',
  };
}

function paintBorder(context: Context, { borderWidth, borderRadius, borderColor }: ResolvedImage, outer: Rect): void {
  if (borderWidth <= 0 || isInvisible(borderColor)) return;
  context.save();
  context.fillStyle = formatColour(parseColour(borderColor));
  context.beginPath();
  addRoundRect(context, outer, borderRadius);
  addRoundRect(context, inset(outer, borderWidth), borderRadius - borderWidth);
  context.fill('evenodd');
  context.restore();
}

/** Where the image is drawn: once, or in tiles that cover the area. Parts outside of the area are clipped away. */
function tiles(layer: ResolvedImage, area: Rect, image: Image): Rect[] {
  const { imageSize, position } = layer;
  const fit = Math.min(area.width / image.width, area.height / image.height);
  const fill = Math.max(area.width / image.width, area.height / image.height);
  const scale = { auto: 1, cover: fill, contain: fit, 'contain repeat': fit }[imageSize];
  const { isMirrored, isUpsideDown } = flips(layer);
  const [across, down] = position.split(' ') as [string, string];
  const width = image.width * scale;
  const height = image.height * scale;
  const first = {
    // The position holds for the flipped picture, so it is taken from the other end before flipping.
    x: area.x + (area.width - width) * (isMirrored ? 1 - share(across) : share(across)),
    y: area.y + (area.height - height) * (isUpsideDown ? 1 - share(down) : share(down)),
    width,
    height,
  };
  return imageSize === 'contain repeat' ? repeated(first, area) : [first];
}

/** How much of the free space lies before the image. */
function share(side: string): number {
  if (side === 'left' || side === 'top') return 0;
  return side === 'center' ? 0.5 : 1;
}

function repeated(first: Rect, area: Rect): Rect[] {
  const columns = starts(first.x, first.width, area.x, area.width);
  const rows = starts(first.y, first.height, area.y, area.height);
  return rows.flatMap((y) => columns.map((x) => ({ ...first, x, y })));
}

/** The starts of all tiles of a size that touch an extent, one of them at `anchor`. */
function starts(anchor: number, size: number, from: number, extent: number): number[] {
  const before = Math.ceil((anchor - from) / size - 1e-9);
  const first = anchor - before * size;
  const count = Math.ceil((from + extent - first) / size - 1e-9);
  return Array.from({ length: count }, (_, index) => first + index * size);
}
