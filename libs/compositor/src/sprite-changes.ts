import { spreadOf } from './blurred-group.js';
import { coverage, type Placement } from './placement.js';
import { intersect, NOTHING, type Rect, union } from './rect.js';
import { opacitySteps, type Sprite, type SpriteGroup } from './sprite.js';

/** The appearance of a sprite in a frame. Equal signatures have equal pixels. */
export interface SpriteState {
  readonly signature: string;
  readonly area: Rect;
}

/** The states of sprites by key, to be compared with the next frame's. A group is its parts. */
export function statesOf(sprites: readonly (Sprite | SpriteGroup)[]): Map<string, SpriteState> {
  return new Map(
    sprites.flatMap((sprite) => ('parts' in sprite ? partStates(sprite) : [[sprite.key, stateOf(sprite)]])),
  );
}

function stateOf(sprite: Sprite): SpriteState {
  const { raster, filter, picture } = sprite;
  const own = [raster, filter && JSON.stringify(filter), picture?.id, ...placeOf(sprite)];
  return { signature: [...own, ...composedAs(sprite)].join(' '), area: areaOf(sprite) };
}

/** A part looks different whenever its group is composited otherwise. */
function partStates(group: SpriteGroup): [string, SpriteState][] {
  const whole = ['in', JSON.stringify([group.filter, group.blur]), ...composedAs(group)].join(' ');
  return group.parts.map((part) => {
    const { signature, area } = stateOf(part);
    return [
      `${group.key} ${part.key}`,
      { signature: `${signature} ${whole}`, area: visiblePart(spreadOf(area, group.blur), group) },
    ];
  });
}

function composedAs(sprite: Sprite | SpriteGroup): unknown[] {
  const { mode, mask } = sprite;
  return [opacitySteps(sprite), mode, mask?.raster, ...placeOf(mask)];
}

function placeOf(placed: { readonly at: Placement } | undefined): number[] {
  if (!placed) return [];
  const { x, y, scaleX, scaleY, skewX = 0, skewY = 0 } = placed.at;
  return [x, y, scaleX, scaleY, skewX, skewY];
}

/** The frame area a sprite can touch, in whole chroma cells, not clamped to the frame. */
export function areaOf(sprite: Sprite | SpriteGroup): Rect {
  if (!('parts' in sprite)) return visiblePart(coverage(sprite, sprite.at), sprite);
  return visiblePart(spreadOf(sprite.parts.map(areaOf).reduce(union, NOTHING), sprite.blur), sprite);
}

function visiblePart(area: Rect, { mask }: Pick<Sprite, 'mask'>): Rect {
  return mask ? intersect(area, coverage(mask, mask.at)) : area;
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
