/** A color as its picker shows it. Hue in degrees, the others from 0 to 1. */
export interface Hsv {
  readonly hue: number;
  readonly saturation: number;
  readonly value: number;
  readonly alpha: number;
}

/** Red, green, blue and alpha, 0 to 255. */
export type Bytes = readonly [red: number, green: number, blue: number, alpha: number];

/** A gray has no hue of its own: it has that of `former`, so that a color keeps its hue on its way to gray and back. */
export function hsvOf([red, green, blue, alpha]: Bytes, former?: Hsv): Hsv {
  const most = Math.max(red, green, blue);
  const span = most - Math.min(red, green, blue);
  const side =
    most === red ? (green - blue) / span : most === green ? (blue - red) / span + 2 : (red - green) / span + 4;
  return {
    hue: span === 0 ? (former?.hue ?? 0) : (side * 60 + 360) % 360,
    saturation: most === 0 ? (former?.saturation ?? 0) : span / most,
    value: most / 255,
    alpha: alpha / 255,
  };
}

/** The color as `#rrggbb`, or `#rrggbbaa` if it is transparent. */
export function hexOf({ hue, saturation, value, alpha }: Hsv): string {
  const channel = (turn: number) => {
    const at = (turn + hue / 60) % 6;
    return value - value * saturation * Math.max(0, Math.min(at, 4 - at, 1));
  };
  const parts = [channel(5), channel(3), channel(1), ...(alpha < 1 ? [alpha] : [])];
  return `#${parts
    .map((part) =>
      Math.round(part * 255)
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')}`;
}
