import type { Kernel } from './kernel.js';
import type { LayerPlanes } from './planes.js';
import type { Rect } from './rect.js';

/** Square grains of a page, each visible or not. */
export interface Grains {
  /** Pixels, even. */
  readonly edge: number;
  /** Counted from the page's top left. */
  shows(column: number, row: number): boolean;
}

/** Coverage planes, and the page's rectangle in them. */
export interface CoverPlanes {
  readonly planes: Pick<LayerPlanes, 'a' | 'c' | 'width'>;
  /** Even. */
  readonly page: Rect;
}

/** The share of each of `count` cells of length `size` that lies between two coordinates: 0..1. */
export function overlaps(count: number, size: number, from: number, to: number): number[] {
  return Array.from({ length: count }, (_, cell) => {
    const covered = Math.min(to, (cell + 1) * size) - Math.max(from, cell * size);
    return Math.max(0, covered / size);
  });
}

/** Writes the coverage of a rectangle in fractional page pixels, antialiased in full-size and half-size planes. */
export function coverRect({ memory }: Kernel, { planes, page }: CoverPlanes, rect: Rect): void {
  const write = (plane: number, half: 1 | 2): void => {
    const stride = planes.width / half;
    const across = overlaps(page.width / half, half, rect.x, rect.x + rect.width);
    const down = overlaps(page.height / half, half, rect.y, rect.y + rect.height);
    const full = Uint8Array.from(across, (share) => Math.round(share * 255));
    down.forEach((covered, y) => {
      const start = plane + (page.y / half + y) * stride + page.x / half;
      const row = covered === 1 ? full : Uint8Array.from(across, (share) => Math.round(share * covered * 255));
      memory.set(row, start);
    });
  };
  write(planes.a, 1);
  write(planes.c, 2);
}

/** Writes the coverage of grains. */
export function coverGrains({ memory }: Kernel, { planes, page }: CoverPlanes, { edge, shows }: Grains): void {
  const columns = Math.ceil(page.width / edge);
  const rows = Math.ceil(page.height / edge);
  for (let row = 0; row < rows; row++) {
    const shown = Array.from({ length: columns }, (_, column) => shows(column, row));
    for (const [plane, half] of [
      [planes.a, 1],
      [planes.c, 2],
    ] as const) {
      const stride = planes.width / half;
      const size = edge / half;
      const width = page.width / half;
      const first = plane + (page.y / half + row * size) * stride + page.x / half;
      shown.forEach((isShown, column) => {
        const start = first + column * size;
        memory.fill(isShown ? 255 : 0, start, first + Math.min(width, (column + 1) * size));
      });
      const last = Math.min(page.height / half, (row + 1) * size) - row * size;
      for (let y = 1; y < last; y++) memory.copyWithin(first + y * stride, first, first + width);
    }
  }
}
