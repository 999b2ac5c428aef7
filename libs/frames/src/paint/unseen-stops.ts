import type { Color } from './css-color.js';
import type { Stop } from './css-gradient.js';

/**
 * The mean of all stops, 0..255, at which Skia gives letters the weight of their shapes. Every mean of 96 to 127 does: 112
 * leaves room for rounding.
 */
const NEUTRAL = 112;

const CHANNELS = ['r', 'g', 'b'] as const;

/** Extent of an unseen stop of a conic gradient, as a share of its turn. */
const SLIVER = 1e-7;

/**
 * Adds stops beyond the end of a linear or radial gradient, so that the mean of all is a neutral gray.
 *
 * Skia makes dark letters thinner and bright ones bolder than their shapes. It takes the brightness of a gradient for the
 * mean of its stops, wherever they are.
 *
 * @param stops at 0..1, at least one
 * @param stretch the length of the result divided by the gradient's own: the first half of it shows what the gradient does
 */
export function withStopsBeyond(stops: readonly Stop[], stretch: number): Stop[] {
  const [first, last] = [stops[0]!, stops.at(-1)!];
  // Canvases add a stop at 0 if there is none, and it counts.
  const seen = [...(first.at > 0 ? [{ ...first, at: 0 }] : []), ...stops].map(({ at, color }) => ({
    at: at / stretch,
    color,
  }));
  seen.push({ at: 0.5, color: last.color });
  const unseen = unseenColors(seen);
  return [...seen, ...unseen.map((color, index) => ({ at: 0.5 + (index + 1) / unseen.length / 2, color }))];
}

/** Adds stops to a conic gradient in the same way, at the beginning of its turn and too narrow for a pixel. */
export function withStopsBetween(stops: readonly Stop[]): Stop[] {
  const [first, ...others] = stops;
  const unseen = unseenColors([first!, ...stops]);
  const slivers = unseen.map((color, index) => ({ at: SLIVER * (index + 1), color }));
  return [first!, ...slivers, { ...first!, at: SLIVER * (unseen.length + 1) }, ...others];
}

/** The fewest colors with which the mean of all is neutral. */
function unseenColors(seen: readonly Stop[]): Color[] {
  const excesses = CHANNELS.map((channel) => seen.reduce((sum, { color }) => sum + color[channel] - NEUTRAL, 0));
  const needed = excesses.map((excess) => Math.ceil(excess / (excess > 0 ? NEUTRAL : NEUTRAL - 255)));
  const count = Math.max(1, ...needed);
  const [r, g, b] = excesses.map((excess) => Math.round(NEUTRAL - excess / count));
  return Array.from({ length: count }, () => ({ r: r!, g: g!, b: b!, alpha: seen[0]!.color.alpha }));
}
