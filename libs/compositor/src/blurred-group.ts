import { gaussianFilter, LEAST_SIGMA_AT_EDGES } from './blur-frame.js';
import { mostFiltered } from './filter-planes.js';
import { coverage, type FrameSize } from './placement.js';
import { alignEven, intersect, isEmpty, NOTHING, type Rect, union } from './rect.js';
import type { GroupBlur, SpriteGroup } from './sprite.js';

/** Transparent pixels around the parts: the edges that a blur repeats. */
const BORDER = 4;

/**
 * The part of the frame, and of what lies around it, that is composited to blur a group: its parts as far as they are seen, and
 * all that they spread to. Undefined if it is too large, or if its edges are not those of chroma cells.
 */
export function blurredPart({ parts, blur }: SpriteGroup & { blur: GroupBlur }, frame: FrameSize): Rect | undefined {
  const shown = { x: 0, y: 0, width: frame.width, height: frame.height };
  const reach = reachOf(blur);
  const near = grown(shown, reach);
  const content = parts.map((part) => coverage(part, part.at)).reduce(union, NOTHING);
  const part = blur.box
    ? intersect(blur.box, near)
    : onGrid(union(intersect(grown(content, BORDER), near), intersect(grown(content, reach), shown)), blur);
  const most = mostFiltered(frame);
  const isEven = [part.x, part.y, part.width, part.height].every((length) => length % 2 === 0);
  return !isEmpty(part) && isEven && part.width <= most.width && part.height <= most.height ? part : undefined;
}

/** The area to which the blur of a group spreads what it shows in another, in whole chroma cells. */
export function spreadOf(area: Rect, blur: GroupBlur | undefined): Rect {
  if (!blur || isEmpty(area)) return area;
  const spread = grown(area, reachOf(blur));
  return blur.box ? intersect(spread, alignEven(blur.box)) : spread;
}

/** Pixels beyond which a blur has no effect, even: its three standard deviations, and those of halving and enlarging. */
function reachOf({ sigma }: GroupBlur): number {
  return 2 * Math.ceil((4.5 * sigma) / 2) + 6;
}

function grown({ x, y, width, height }: Rect, by: number): Rect {
  return { x: x - by, y: y - by, width: width + 2 * by, height: height + 2 * by };
}

/** An area grown to blocks that become one pixel when the group is halved: it is halved alike wherever its parts are. */
function onGrid({ x, y, width, height }: Rect, { sigma }: GroupBlur): Rect {
  const block = Math.max(2, 2 ** (gaussianFilter(sigma, LEAST_SIGMA_AT_EDGES)?.halvings ?? 0));
  const [left, top] = [Math.floor(x / block) * block, Math.floor(y / block) * block];
  const side = (to: number, from: number): number => Math.ceil((to - from) / block) * block;
  return { x: left, y: top, width: side(x + width, left), height: side(y + height, top) };
}
