import type { StackDistribution } from '#libs/template';

/** The main size of an item along its line (CSS Flexbox 1 §9), px. */
export interface FlexItem {
  /** Its size before it grows or shrinks. */
  readonly base: number;
  readonly min: number;
  readonly max: number;
  readonly grow: number;
  /** Its part of what is missing, in proportion to others: its size without padding where it shrinks, else 0. */
  readonly shrink: number;
}

/** A size within limits. The lower one wins, as in CSS. */
export function within(size: number, { min, max }: { readonly min: number; readonly max: number }): number {
  return Math.max(min, Math.min(max, size));
}

/** The sum of sizes with gaps between them. */
export function withGaps(sizes: readonly number[], gap: number): number {
  return sizes.reduce((sum, size) => sum + size, 0) + gap * Math.max(0, sizes.length - 1);
}

/** Cuts items into lines: the next one begins where an item has no room (§9.3, step 5). */
export function linesOf<Item extends FlexItem>(items: readonly Item[], room: number, gap: number): Item[][] {
  const lines: Item[][] = [];
  let used = 0;
  for (const item of items) {
    const size = within(item.base, item);
    const line = lines.at(-1);
    if (line && used + gap + size <= room + TOLERANCE_PX) {
      line.push(item);
      used += gap + size;
    } else {
      lines.push([item]);
      used = size;
    }
  }
  return lines;
}

/** Sums of binary fractions may exceed the room that they fill. */
const TOLERANCE_PX = 1e-6;

/** The sizes of the items of a line of a given length (§9.7): they grow or shrink within their limits. */
export function flexedSizes(items: readonly FlexItem[], room: number, gap: number): number[] {
  const hypothetical = items.map((item) => within(item.base, item));
  const isGrowing = withGaps(hypothetical, gap) < room;
  const factorOf = ({ grow, shrink }: FlexItem): number => (isGrowing ? grow : shrink);
  const sizes = [...hypothetical];
  const isOpen = items.map((item, index) => {
    const size = hypothetical[index]!;
    return factorOf(item) > 0 && (isGrowing ? item.base <= size : item.base >= size);
  });
  const freeRoom = (): number =>
    room -
    withGaps(
      items.map((item, index) => (isOpen[index] ? item.base : sizes[index]!)),
      gap,
    );
  const initial = freeRoom();
  while (isOpen.includes(true)) {
    const open = items.flatMap((item, index) => (isOpen[index] ? [{ item, index, factor: factorOf(item) }] : []));
    const share = shareOf(
      open.map(({ factor }) => factor),
      { free: freeRoom(), initial, isGrowing },
    );
    const tried = open.map(({ item, index, factor }) => {
      const wanted = item.base + share * factor;
      return { index, size: within(wanted, item), excess: within(wanted, item) - wanted };
    });
    const excess = tried.reduce((sum, each) => sum + each.excess, 0);
    for (const each of tried) {
      sizes[each.index] = each.size;
      // All at once, or those that a limit holds back, and the others share what remains.
      if (Math.abs(excess) < TOLERANCE_PX || Math.sign(each.excess) === Math.sign(excess)) isOpen[each.index] = false;
    }
  }
  return sizes;
}

/** The part of the free room for a factor of 1. Growth whose sum is below 1 takes that share of the room only. */
function shareOf(
  factors: readonly number[],
  { free, initial, isGrowing }: { free: number; initial: number; isGrowing: boolean },
): number {
  const sum = factors.reduce((total, factor) => total + factor, 0);
  const limited = isGrowing && sum < 1 ? Math.min(free, initial * sum) : free;
  return limited / sum;
}

/**
 * The distance before the first of `count` items, and that between two in addition to the gap (CSS Align 3 §4.3). Items
 * without room around them begin at the left or top edge, also in a reversed line.
 */
export function distributed(
  free: number,
  count: number,
  { distribute: by, reverse }: { readonly distribute: StackDistribution; readonly reverse: boolean },
): { before: number; between: number } {
  if (by === 'center') return { before: free / 2, between: 0 };
  if (by === 'end') return { before: free, between: 0 };
  if (by === 'start') return { before: 0, between: 0 };
  if (free <= 0) return { before: reverse && by !== 'space-between' ? free : 0, between: 0 };
  if (by === 'space-around') return { before: free / count / 2, between: free / count };
  if (by === 'space-evenly') return { before: free / (count + 1), between: free / (count + 1) };
  return { before: 0, between: count > 1 ? free / (count - 1) : 0 };
}
