import type { Size } from '#libs/document';

/** Pixels of the largest sheet, each way: that of a document. */
const MAX_SIDE = 3840;
const MAX_CELL_WIDTH = 480;
/** Least width of a picture, as of a still. */
const MIN_CELL_WIDTH = 16;
const GAP = 12;
/** Height of the time and of the names below a picture. */
export const CAPTION = { time: 24, names: 56 } as const;

/** The size of a picture of a sheet, and the columns in which they stand. */
export interface Cell extends Size {
  columns: number;
}

/** The largest cell with which `count` pictures of a size fit on a sheet; wide pictures stand in few columns. */
export function cellOf({ width, height }: Size, count: number): Cell {
  const columns = Math.min(count, width > height ? 4 : 6);
  const rows = Math.ceil(count / columns);
  const widest = Math.floor((MAX_SIDE - GAP) / columns) - GAP;
  const highest = Math.floor((MAX_SIDE - GAP) / rows) - GAP - CAPTION.time - CAPTION.names;
  const scale = Math.min(1, Math.min(MAX_CELL_WIDTH, widest) / width, highest / height);
  const cellWidth = Math.max(MIN_CELL_WIDTH, Math.floor(width * scale));
  return { columns, width: cellWidth, height: Math.max(1, Math.round((height * cellWidth) / width)) };
}

/** The size of the sheet, even as documents need it. */
export function sheetSize({ columns, width, height }: Cell, count: number): Size {
  const rows = Math.ceil(count / columns);
  return {
    width: even(columns * (width + GAP) + GAP),
    height: even(rows * (height + CAPTION.time + CAPTION.names + GAP) + GAP),
  };
}

/** The left upper corner of a picture. */
export function placeOf(index: number, { columns, width, height }: Cell): { left: number; top: number } {
  const row = Math.floor(index / columns);
  return {
    left: GAP + (index % columns) * (width + GAP),
    top: GAP + row * (height + CAPTION.time + CAPTION.names + GAP),
  };
}

function even(pixels: number): number {
  return Math.max(16, 2 * Math.ceil(pixels / 2));
}
