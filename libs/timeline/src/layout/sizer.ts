import { lengthPx, type Length, type Size } from '#libs/document';
import type { ResolvedHolder, ResolvedLayer } from '#libs/template';
import { atEnd } from './at-end.js';
import { type ContentSizes, type Extreme, knownPx, limitsOf, type Room } from './content-sizes.js';
import { within } from './flex-line.js';
import { flowOf, layOutStack, stackWidth } from './stack-layout.js';
import type { TextMeasurer } from './text-measurer.js';

/**
 * The sizes of layers by their content, as in CSS. Keyframed properties have the value of their last keyframe. Each size
 * is computed once, so that the time is linear in the number of layers however deep they are nested.
 */
export class Sizer implements ContentSizes {
  readonly #widths = { least: new Map<ResolvedLayer, number>(), most: new Map<ResolvedLayer, number>() };
  readonly #heights = new Map<ResolvedLayer, Map<number, number>>();

  constructor(readonly texts: TextMeasurer) {}

  contentWidth(layer: ResolvedLayer, extreme: Extreme): number {
    const widths = this.#widths[extreme];
    const width = widths.get(layer) ?? this.#contentWidth(layer, extreme);
    widths.set(layer, width);
    return width;
  }

  #contentWidth(layer: ResolvedLayer, extreme: Extreme): number {
    if (layer.type === 'text') return this.texts[extreme](atEnd(layer));
    if (layer.type === 'stack') return stackWidth(layer, extreme, this);
    if (layer.type !== 'group') return 0;
    return extentOf(layer, (child) => {
      const { x, anchorX, left, right, centerX } = atEnd(child);
      return farEdge(
        this.width(child, extreme),
        [x, anchorX],
        [left ?? (centerX === undefined ? undefined : 0), right],
      );
    });
  }

  width(layer: ResolvedLayer, extreme: Extreme): number {
    const own = knownPx(atEnd(layer), 'width', undefined) ?? this.contentWidth(layer, extreme);
    return within(own, limitsOf(layer, 'width', undefined));
  }

  fittedWidth(layer: ResolvedLayer, room: number): number {
    const most = this.contentWidth(layer, 'most');
    return most <= room ? most : Math.max(room, this.contentWidth(layer, 'least'));
  }

  contentHeight(layer: ResolvedLayer, width: number): number {
    const heights = this.#heights.get(layer) ?? new Map<number, number>();
    this.#heights.set(layer, heights);
    const height = heights.get(width) ?? this.#contentHeight(layer, width);
    heights.set(width, height);
    return height;
  }

  #contentHeight(layer: ResolvedLayer, width: number): number {
    if (layer.type === 'text') return this.texts.at(atEnd(layer), width).height;
    if (layer.type === 'stack') return layOutStack(layer, { width, height: undefined }, this).height;
    if (layer.type !== 'group') return 0;
    return extentOf(layer, (child) => {
      const { y, anchorY, top, bottom, centerY } = atEnd(child);
      const { height } = this.freeSize(child, { width, height: undefined });
      return farEdge(height, [y, anchorY], [top ?? (centerY === undefined ? undefined : 0), bottom]);
    });
  }

  /** The size of a layer that lies freely in its parent: on a page, in a group, or out of the flow of a stack. */
  freeSize(layer: ResolvedLayer, parent: Room): Size {
    const own = atEnd(layer);
    const width = stretchedPx(own.left, own.right, parent.width) ?? this.#freeWidth(own, layer, parent.width);
    const stretched = stretchedPx(own.top, own.bottom, parent.height);
    if (stretched !== undefined) return { width, height: stretched };
    const high = knownPx(own, 'height', parent.height) ?? this.contentHeight(layer, width);
    return { width, height: Math.max(0, within(high, limitsOf(layer, 'height', parent.height))) };
  }

  #freeWidth(own: ResolvedLayer, layer: ResolvedLayer, parentPx: number | undefined): number {
    const width = knownPx(own, 'width', parentPx) ?? this.fittedWidth(layer, roomAt(own, parentPx));
    return Math.max(0, within(width, limitsOf(layer, 'width', parentPx)));
  }

  baseline(layer: ResolvedLayer, { width, height }: Size): number {
    if (layer.type === 'text') {
      const text = this.texts.at(atEnd(layer), width);
      return text.baseline + { top: 0, middle: 0.5, bottom: 1 }[layer.verticalAlign] * (height - text.height);
    }
    if (layer.type === 'stack' && flowOf(layer).length > 0) return layOutStack(layer, { width, height }, this).baseline;
    return height;
  }
}

/** The size of a box between two edges of a parent of known size; undefined for a box that is not between them. */
function stretchedPx(
  from: Length | undefined,
  to: Length | undefined,
  parentPx: number | undefined,
): number | undefined {
  if (from === undefined || to === undefined || parentPx === undefined) return undefined;
  return Math.max(0, parentPx - lengthPx(from, parentPx) - lengthPx(to, parentPx));
}

/** The width up to which a box stays in its parent, from where it is placed; all of it for a place outside. */
function roomAt({ x, anchorX, left, right, centerX }: ResolvedLayer, parentPx: number | undefined): number {
  if (parentPx === undefined) return Infinity;
  const fromEdge = left ?? right;
  const at = lengthPx(x, parentPx);
  const toLeft = anchorX > 0 ? at / anchorX : Infinity;
  const toRight = anchorX < 1 ? (parentPx - at) / (1 - anchorX) : Infinity;
  const room =
    fromEdge !== undefined
      ? parentPx - lengthPx(fromEdge, parentPx)
      : centerX !== undefined
        ? parentPx - 2 * Math.abs(lengthPx(centerX, parentPx))
        : Math.min(toLeft, toRight);
  return room > 0 ? room : parentPx;
}

/** The size of a parent that a box needs; lengths in per cent of that size count as nothing. */
function farEdge(
  size: number,
  [at, anchor]: readonly [Length, number],
  [from, to]: readonly [Length | undefined, Length | undefined],
): number {
  const px = (length: Length | undefined): number => (typeof length === 'number' ? length : 0);
  return from === undefined && to === undefined ? px(at) + (1 - anchor) * size : px(from) + size + px(to);
}

function extentOf(holder: ResolvedHolder, edgeOf: (child: ResolvedLayer) => number): number {
  return holder.layers.filter(({ visible }) => visible).reduce((most, child) => Math.max(most, edgeOf(child)), 0);
}
