import { colorBetween, type Color } from './css-color.js';
import type { Stop } from './css-gradient.js';

/**
 * The stops of one whole turn, 0..1 from the top, of a conic gradient whose stops begin at an angle. The turn is cut at the
 * top, where the last stop has the color of the first unless a hard stop lies there.
 *
 * @param turns the angle at which the stops begin, clockwise from the top
 */
export function turnedStops(stops: readonly Stop[], turns: number): Stop[] {
  const shift = turns - Math.floor(turns);
  const turn = [
    { at: 0, color: colorAfter(stops, 0) },
    ...stops.filter(({ at }) => at > 0 && at < 1),
    { at: 1, color: colorBefore(stops, 1) },
  ];
  if (shift === 0) return turn;
  const top = 1 - shift;
  return [
    { at: 0, color: colorAfter(turn, top) },
    ...turn.filter(({ at }) => at > top).map(({ at, color }) => ({ at: at - 1 + shift, color })),
    ...turn.filter(({ at }) => at < top).map(({ at, color }) => ({ at: at + shift, color })),
    { at: 1, color: colorBefore(turn, top) },
  ];
}

/** The color from a place on: of several stops at the place, the last counts. */
function colorAfter(stops: readonly Stop[], place: number): Color {
  return between(
    stops.findLast(({ at }) => at <= place),
    stops.find(({ at }) => at > place),
    place,
  );
}

/** The color up to a place: of several stops at the place, the first counts. */
function colorBefore(stops: readonly Stop[], place: number): Color {
  return between(
    stops.findLast(({ at }) => at < place),
    stops.find(({ at }) => at >= place),
    place,
  );
}

function between(before: Stop | undefined, after: Stop | undefined, place: number): Color {
  if (!before || !after) return (before ?? after)!.color;
  // A stop's own color is kept: a mix would lose that of a transparent one.
  if (place === before.at) return before.color;
  if (place === after.at) return after.color;
  return colorBetween(before.color, after.color, (place - before.at) / (after.at - before.at));
}
