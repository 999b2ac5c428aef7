import { coverage, type Placement } from './placement.js';
import { intersect, type Rect } from './rect.js';
import { opacitySteps, type Sprite } from './sprite.js';

/** What a frame showed of a sprite: equal signatures look equal. */
export interface SpriteState {
  readonly signature: string;
  readonly area: Rect;
}

/** What there is to see of a sprite. */
export function stateOf(sprite: Sprite): SpriteState {
  const { raster, picture, mask, mode } = sprite;
  return {
    signature: [
      raster,
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
  return placed ? [placed.at.x, placed.at.y, placed.at.scaleX, placed.at.scaleY] : [];
}

/** The frame area a sprite can touch, not clamped to the frame. */
export function areaOf(sprite: Sprite): Rect {
  const whole = coverage(sprite, sprite.at);
  return sprite.mask ? intersect(whole, coverage(sprite.mask, sprite.mask.at)) : whole;
}

/** The areas in which two pictures of one page differ: where a sprite came, went, moved, changed or was reordered. */
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
