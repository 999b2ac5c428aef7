import type { Rect } from '#libs/document';
import type { ResolvedLayer, StackAlign } from '#libs/template';
import { atEnd } from './at-end.js';
import { distributed, type FlexItem, flexedSizes, linesOf, within, withGaps } from './flex-line.js';
import { type ContentSizes, type Extreme, knownPx, limitsOf, type Room } from './content-sizes.js';

type Stack = ResolvedLayer<'stack'>;

/** A laid-out stack. */
interface StackLayout {
  /** The layers in the flow and their boxes in that of the stack, px. */
  readonly boxes: ReadonlyMap<ResolvedLayer, Rect>;
  /** The height that the stack needs, px. */
  readonly height: number;
  /** From the top edge to the baseline of the first layer. */
  readonly baseline: number;
}

/** The layers that take a place in a stack. */
export function flowOf(stack: Stack): ResolvedLayer[] {
  return stack.layers.filter(({ visible, inFlow }) => visible && inFlow);
}

/** Pixels left and right of the content of a layer, and above and below it. */
export function paddingOf(layer: ResolvedLayer): { x: number; y: number } {
  if (layer.type !== 'text' && layer.type !== 'stack') return { x: 0, y: 0 };
  const { padding } = atEnd(layer);
  return layer.type === 'text'
    ? { x: padding, y: padding }
    : { x: layer.paddingX ?? padding, y: layer.paddingY ?? padding };
}

/** The width of the content of a stack (CSS Flexbox 1 §9.9). */
export function stackWidth(stack: Stack, extreme: Extreme, sizes: ContentSizes): number {
  const widths = flowOf(stack).map((layer) => sizes.width(layer, extreme));
  const isOneByOne = stack.direction === 'column' || (stack.wrap && extreme === 'least');
  return 2 * paddingOf(stack).x + (isOneByOne ? Math.max(0, ...widths) : withGaps(widths, stack.gap));
}

/** A layer in its line: its sizes along the stack (`main`) and across it. */
interface Item extends FlexItem {
  readonly layer: ResolvedLayer;
  readonly align: StackAlign;
  /** Its size across the stack where that is known before the line is. */
  readonly cross: number | undefined;
  readonly crossLimits: { readonly min: number; readonly max: number };
}

interface Sized extends Item {
  readonly main: number;
  readonly cross: number;
  /** Whether it becomes as large as the line. */
  readonly isStretched: boolean;
  /** From its top edge to its baseline. */
  readonly ascent: number;
}

interface Line {
  readonly items: readonly Sized[];
  readonly cross: number;
  /** From the top of the line to the common baseline. */
  readonly ascent: number;
}

/** Lays out the layers of a stack as CSS Flexbox 1 §9 does. @param size of its box; the height may follow from them */
export function layOutStack(
  stack: Stack,
  size: { width: number; height: number | undefined },
  sizes: ContentSizes,
): StackLayout {
  const isRow = stack.direction === 'row';
  const padding = paddingOf(stack);
  const inner: Room = {
    width: Math.max(0, size.width - 2 * padding.x),
    height: size.height === undefined ? undefined : Math.max(0, size.height - 2 * padding.y),
  };
  const items = flowOf(stack).map((layer) => (isRow ? rowItem : columnItem)(layer, { stack, inner, sizes }));
  const room = isRow ? inner.width : inner.height;
  const lines = linesIn(stack, items, room).map((line) => {
    const mains = flexedSizes(line, room ?? hypothetical(line, stack.gap), stack.gap);
    return lineOf(line, mains, { stack, inner, sizes });
  });
  const crossRoom = isRow ? inner.height : inner.width;
  const across = placeLines(stack, lines, crossRoom);
  const longest = Math.max(0, ...lines.map(({ items: own }) => withGaps(own.map(({ main }) => main), stack.gap))); // prettier-ignore
  const boxes = new Map<ResolvedLayer, Rect>();
  for (const [index, line] of lines.entries()) {
    placeItems(line, { stack, room: room ?? longest, ...across.lines[index]! }, (item, main, cross, crossSize) => {
      boxes.set(item.layer, {
        ...(isRow ? { x: padding.x + main, y: padding.y + cross } : { x: padding.x + cross, y: padding.y + main }),
        ...(isRow ? { width: item.main, height: crossSize } : { width: crossSize, height: item.main }),
      });
    });
  }
  const height = 2 * padding.y + (isRow ? across.total : longest);
  const baselineIn = ({ layer }: Item): number => {
    const box = boxes.get(layer)!;
    return box.y + sizes.baseline(layer, box);
  };
  return { boxes, height, baseline: lines[0] ? baselineOf(lines[0], stack, baselineIn) : (size.height ?? height) };
}

interface Place {
  readonly stack: Stack;
  readonly inner: Room;
  readonly sizes: ContentSizes;
}

/** A layer of a row. One of `auto` width gives way down to its longest word; others keep their width. */
function rowItem(layer: ResolvedLayer, { stack, inner, sizes }: Place): Item {
  const own = knownPx(atEnd(layer), 'width', inner.width);
  const base = own ?? sizes.contentWidth(layer, 'most');
  const { min, max } = limitsOf(layer, 'width', inner.width);
  const least = own === undefined && layer.minWidth === undefined ? sizes.contentWidth(layer, 'least') : min;
  return {
    layer,
    align: layer.alignSelf ?? stack.align,
    ...{ base, min: Math.min(least, Math.max(min, max)), max },
    ...{ grow: layer.grow, shrink: own === undefined ? Math.max(0, base - 2 * paddingOf(layer).x) : 0 },
    cross: knownPx(atEnd(layer), 'height', inner.height),
    crossLimits: limitsOf(layer, 'height', inner.height),
  };
}

/** A layer of a column. Its width decides how high it is. */
function columnItem(layer: ResolvedLayer, { stack, inner, sizes }: Place): Item {
  const align = layer.alignSelf ?? stack.align;
  const room = inner.width!;
  const crossLimits = limitsOf(layer, 'width', room);
  const known = knownPx(atEnd(layer), 'width', room);
  const isStretched = known === undefined && align === 'stretch' && !stack.wrap;
  const cross = within(known ?? (isStretched ? room : sizes.fittedWidth(layer, room)), crossLimits);
  const own = knownPx(atEnd(layer), 'height', inner.height);
  const { min, max } = limitsOf(layer, 'height', inner.height);
  const base = own ?? sizes.contentHeight(layer, cross);
  const least = own === undefined && layer.minHeight === undefined ? Math.min(base, Math.max(min, max)) : min;
  return {
    layer,
    align,
    base,
    min: least,
    max,
    grow: layer.grow,
    shrink: own === undefined ? Math.max(0, base - 2 * paddingOf(layer).y) : 0,
    cross,
    crossLimits,
  };
}

function linesIn(stack: Stack, items: readonly Item[], room: number | undefined): readonly (readonly Item[])[] {
  if (items.length === 0) return [];
  if (!stack.wrap) return [items];
  const { max } = limitsOf(stack, 'height', undefined);
  return linesOf(items, room ?? max - 2 * paddingOf(stack).y, stack.gap);
}

function hypothetical(line: readonly Item[], gap: number): number {
  return withGaps(line.map((item) => within(item.base, item)), gap); // prettier-ignore
}

/** A line whose items have their sizes along it: it is as thick as the largest of them. */
function lineOf(items: readonly Item[], mains: readonly number[], { stack, sizes }: Place): Line {
  const isRow = stack.direction === 'row';
  const sized = items.map((item, index): Sized => {
    const main = mains[index]!;
    const { layer, align, crossLimits } = item;
    const cross = within(item.cross ?? sizes.contentHeight(layer, main), crossLimits);
    const isAuto = isRow ? item.cross === undefined : knownPx(atEnd(layer), 'width', 0) === undefined;
    const ascent = isRow && align === 'baseline' ? sizes.baseline(layer, { width: main, height: cross }) : 0;
    return { ...item, main, cross, ascent, isStretched: align === 'stretch' && isAuto };
  });
  const onBaseline = sized.filter(({ align }) => isRow && align === 'baseline');
  const ascent = Math.max(0, ...onBaseline.map((item) => item.ascent));
  const descent = Math.max(0, ...onBaseline.map((item) => item.cross - item.ascent));
  return { items: sized, ascent, cross: Math.max(0, ascent + descent, ...sized.map(({ cross }) => cross)) };
}

/** The place of each line across the stack, and how much all of them take. @param room undefined: as much as they take */
function placeLines(stack: Stack, lines: readonly Line[], room: number | undefined) {
  const { wrap, gap, lineGap = gap, align } = stack;
  const own = lines.map(({ cross }) => cross);
  const total = withGaps(own, lineGap);
  const free = room === undefined ? 0 : room - total;
  const stretched = align === 'stretch' && free > 0 ? free / Math.max(1, lines.length) : 0;
  const crosses = wrap ? own.map((cross) => cross + stretched) : own.map((cross) => room ?? cross);
  let at = wrap ? { start: 0, baseline: 0, stretch: 0, center: free / 2, end: free }[align] : 0;
  const places = crosses.map((cross) => {
    const place = { at, cross };
    at += cross + lineGap;
    return place;
  });
  return { total, lines: places };
}

/** Calls `place` with the place of each item of a line, and its size across the stack. */
function placeItems(
  line: Line,
  { stack, room, at, cross }: { stack: Stack; room: number; at: number; cross: number },
  place: (item: Sized, main: number, cross: number, crossSize: number) => void,
): void {
  const mains = line.items.map(({ main }) => main);
  const { before, between } = distributed(room - withGaps(mains, stack.gap), mains.length, stack);
  let main = before;
  for (const item of line.items) {
    const size = item.isStretched ? within(cross, item.crossLimits) : item.cross;
    const free = cross - size;
    const inLine = { start: 0, stretch: 0, center: free / 2, end: free, baseline: line.ascent - item.ascent };
    const offset = item.align === 'baseline' && stack.direction === 'column' ? 0 : inLine[item.align];
    place(item, stack.reverse ? room - main - item.main : main, at + offset, size);
    main += item.main + stack.gap + between;
  }
}

/** The baseline of a stack: of the layers that share one, else of its first layer, in a column of the topmost. */
function baselineOf(line: Line, { direction, reverse }: Stack, baselineIn: (item: Item) => number): number {
  const isRow = direction === 'row';
  const first = line.items.at(reverse && !isRow ? -1 : 0)!;
  return baselineIn((isRow && line.items.find(({ align }) => align === 'baseline')) || first);
}
