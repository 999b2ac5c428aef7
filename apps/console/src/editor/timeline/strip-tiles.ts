import type { JsonObject } from '#libs/document';

/** Most pictures side by side: a bar of a timeline that is much enlarged has wider ones. */
const MAX_TILES = 240;

/** A picture in the bar of a clip. */
export interface Tile {
  /** Pixels of the bar. */
  readonly x: number;
  readonly width: number;
  /** Position of the picture among those of the clip. */
  readonly index: number;
}

interface Bar {
  /** Pixels. */
  readonly width: number;
  readonly tileWidth: number;
  /** Pixels of a second. */
  readonly scale: number;
}

/** The pictures along the bar of a layer with footage: of the seconds of the clip that it shows in their middle. */
export function stripTiles(
  layer: JsonObject,
  { durationS, count }: { durationS: number; count: number },
  { width, tileWidth, scale }: Bar,
): readonly Tile[] {
  if (count === 0 || !(width > 0) || !(durationS > 0)) return [];
  const number = (name: string, otherwise: number) => (typeof layer[name] === 'number' ? layer[name] : otherwise);
  const fromS = number('trim_start', 0);
  const lengthS = Math.max(0.01, Math.min(number('trim_end', durationS), durationS) - fromS);
  const speed = number('speed', 1);
  const each = Math.max(tileWidth, width / MAX_TILES);
  return Array.from({ length: Math.ceil(width / each) }, (_, position) => {
    const playedS = (((position + 0.5) * each) / scale) * speed;
    const shownS = fromS + (layer['loop'] === true ? playedS % lengthS : Math.min(playedS, lengthS));
    const index = Math.min(count - 1, Math.max(0, Math.floor((shownS / durationS) * count)));
    return { x: position * each, width: each, index };
  });
}
