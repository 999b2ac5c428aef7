import type { Json } from './exhibit.ts';

/** Layers, and HTML that a browser draws the same way. */
export interface Counterpart {
  /** Unique, and the label on the sheet. */
  readonly name: string;
  readonly layers: readonly Json[];
  /** Content of a positioned element of the frame's size and color. It may name files of the gallery by their address. */
  readonly html: string;
}

/** The box of a layer as CSS. */
export function placed({ x = 0, y = 0, width = 320, height = 180 }: Json): string {
  const [left, top, across, down] = [x, y, width, height].map((px) => `${String(px)}px`);
  return `position: absolute; box-sizing: border-box; left: ${left}; top: ${top}; width: ${across}; height: ${down};`;
}
