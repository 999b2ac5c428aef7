import type { Kernel } from './kernel.js';
import { overlaps } from './page-cut.js';
import type { LayerPlanes } from './planes.js';
import type { Rect } from './rect.js';

/** A rectangle with rounded corners, in fractions of pixels; its radius is at most half of its shorter side. */
export interface RoundedBox extends Rect {
  readonly radius: number;
}

/** Writes the antialiased coverage of a box to the full-size plane of a raster. Returns an area that it covers wholly. */
export function coverBox({ memory }: Kernel, { a, width, height }: Omit<LayerPlanes, 'opaque'>, box: RoundedBox): Rect {
  const down = overlaps(height, 1, box.y, box.y + box.height);
  const shares = overlaps(width, 1, box.x, box.x + box.width);
  const full = Uint8Array.from(shares, (share) => Math.round(share * 255));
  down.forEach((covered, y) => {
    const cut = cornersOf(box, y, width);
    if (covered === 1 && cut.length === 0) {
      memory.set(full, a + y * width);
      return;
    }
    const row = Uint8Array.from(shares, (share) => Math.round(share * covered * 255));
    for (const { x, cover } of cut) row[x] = Math.round(cover * 255);
    memory.set(row, a + y * width);
  });
  const [left, top] = [Math.ceil(box.x), Math.ceil(box.y + box.radius)];
  const [right, bottom] = [Math.floor(box.x + box.width), Math.floor(box.y + box.height - box.radius)];
  return { x: left, y: top, width: Math.max(0, right - left), height: Math.max(0, bottom - top) };
}

/** The pixels of a row whose middles lie in the squares of the rounded corners, and how far the arcs cover them. */
function cornersOf({ x: left, y: top, width, height, radius }: RoundedBox, row: number, columns: number): Corner[] {
  const middle = row + 0.5;
  const fromTop = top + radius - middle;
  const fromBottom = middle - (top + height - radius);
  const away = Math.max(fromTop, fromBottom);
  if (radius === 0 || away <= 0) return [];
  const corners: Corner[] = [];
  const add = (x: number, aside: number): void => {
    const cover = Math.min(1, Math.max(0, radius + 0.5 - Math.hypot(away, aside)));
    if (x >= 0 && x < columns) corners.push({ x, cover });
  };
  const right = left + width - radius;
  for (let x = Math.floor(left); x + 0.5 < left + radius; x++) add(x, left + radius - (x + 0.5));
  for (let x = Math.ceil(right - 0.5); x < left + width; x++) add(x, x + 0.5 - right);
  return corners;
}

interface Corner {
  readonly x: number;
  readonly cover: number;
}
