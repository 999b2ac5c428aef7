import { coverage, type Placement } from './placement.js';
import { intersect, type Rect } from './rect.js';
import { opacitySteps, type Sprite } from './sprite.js';

/** The appearance of a sprite in a frame. Equal signatures have equal pixels. */
export interface SpriteState {
  readonly signature: string;
  readonly area: Rect;
}

/** The state of a sprite, to be compared with the next frame's. */
export function stateOf(sprite: Sprite): SpriteState {
  const { raster, filter, picture, mask, mode } = sprite;
  return {
    signature: [
      raster,
      filter && JSON.stringify(filter),
      picture?.id,
      ...placeOf(sprite),
      opacitySteps(sprite),
      mode,
      mask?.raster,
      ...placeOf(mask),
    ].join(' '),
    area: areaOf(sprite),
  };
}

function placeOf(placed: { readonly at: Placement } | undefined): number[] {
  if (!placed) return [];
  const { x, y, scaleX, scaleY, skewX = 0, skewY = 0 } = placed.at;
  return [x, y, scaleX, scaleY, skewX, skewY];
}

/** The frame area a sprite can touch, not clamped to the frame. */
export function areaOf(sprite: Sprite): Rect {
  const whole = coverage(sprite, sprite.at);
  return sprite.mask ? intersect(whole, coverage(sprite.mask, sprite.mask.at)) : whole;
}

/** The areas in which two frames of one page differ: where sprites were added, removed, moved, changed or reordered. */
export function changedAreas(
  before: ReadonlyMap<string, SpriteState>,
  after: ReadonlyMap<string, SpriteState>,
): Rect[] {
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
