import { coverage } from './draw-sprite.js';
import type { Rect } from './rect.js';
import { opacitySteps, type Sprite } from './sprite.js';

/** What a frame showed of a sprite: equal signatures look equal. */
export interface Shown {
  readonly signature: string;
  readonly area: Rect;
}

/** What there is to see of a sprite. */
export function describe(sprite: Sprite): Shown {
  const { x, y, scaleX, scaleY } = sprite.at;
  return {
    signature: [sprite.raster, sprite.picture?.id, x, y, scaleX, scaleY, opacitySteps(sprite)].join(' '),
    area: coverage(sprite, sprite.at),
  };
}

/** The areas in which two pictures of one page differ: where a sprite came, went, moved, changed or was reordered. */
export function changes(before: ReadonlyMap<string, Shown>, after: ReadonlyMap<string, Shown>): Rect[] {
  const areas: Rect[] = [];
  const keptBefore = [...before.keys()].filter((key) => after.has(key));
  const keptAfter = [...after.keys()].filter((key) => before.has(key));
  const isReordered = (key: string, index: number): boolean => keptAfter[index] !== key;
  const reordered = new Set(keptBefore.filter(isReordered));
  for (const [key, old] of before) {
    const now = after.get(key);
    if (now?.signature !== old.signature || reordered.has(key)) areas.push(old.area);
  }
  for (const [key, now] of after) {
    if (before.get(key)?.signature !== now.signature) areas.push(now.area);
  }
  return areas;
}
