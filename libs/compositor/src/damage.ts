import { alignEven, intersect, isEmpty, union, type Rect } from './rect.js';

/** Number of areas beyond which they are drawn as one: each area costs a pass over the page's layers. */
const MAX_AREAS = 12;

/**
 * The areas of a frame to draw again, from the rectangles that changed.
 *
 * Aligned to whole chroma cells, clamped to the frame (its size even), the empty ones dropped, overlapping ones merged:
 * the result's rectangles are disjoint, so no pixel is blended twice.
 */
export function mergeDamage(changed: readonly Rect[], frame: Rect): Rect[] {
  let areas: Rect[] = [];
  for (const rect of changed) {
    const area = intersect(alignEven(rect), frame);
    if (!isEmpty(area)) areas = absorb(areas, area);
  }
  return areas.length > MAX_AREAS ? [areas.reduce(union)] : areas;
}

/** Adds an area to disjoint ones and unites it with those that it overlaps, repeatedly as it grows. */
function absorb(areas: readonly Rect[], added: Rect): Rect[] {
  let grown = added;
  let apart = [...areas];
  for (;;) {
    const meeting = apart.filter((area) => !isEmpty(intersect(area, grown)));
    if (meeting.length === 0) return [...apart, grown];
    grown = meeting.reduce(union, grown);
    apart = apart.filter((area) => !meeting.includes(area));
  }
}
