import { lengthPx, type Length, type Size } from '#libs/document';
import { isHolder, type ResolvedLayer } from '#libs/template';

/** The least width of a layer, or the most that its content fills. */
export type Extreme = 'least' | 'most';

type LengthName = 'width' | 'height' | 'minWidth' | 'maxWidth' | 'minHeight' | 'maxHeight';

/** A size whose sides may not be known yet. */
export interface Room {
  readonly width: number | undefined;
  readonly height: number | undefined;
}

/** A length in pixels; undefined for none, for `auto`, and for a percentage of an unknown length. */
export function knownPx(layer: ResolvedLayer, name: LengthName, whole: number | undefined): number | undefined {
  const length: Length | undefined = layer[name];
  if (length === undefined || length === 'auto') return undefined;
  if (typeof length === 'number') return length;
  return whole === undefined ? undefined : lengthPx(length, whole);
}

/** The limits of a side of a layer, px. */
export function limitsOf(
  layer: ResolvedLayer,
  side: 'width' | 'height',
  whole: number | undefined,
): { min: number; max: number } {
  const [least, most] = side === 'width' ? (['minWidth', 'maxWidth'] as const) : (['minHeight', 'maxHeight'] as const);
  return { min: knownPx(layer, least, whole) ?? 0, max: knownPx(layer, most, whole) ?? Infinity };
}

/** The sizes of layers by their content, px. */
export interface ContentSizes {
  /** The width of the content of a layer, whatever its own width is. */
  contentWidth(layer: ResolvedLayer, extreme: Extreme): number;
  /** The width of a layer in a parent of unknown width. */
  width(layer: ResolvedLayer, extreme: Extreme): number;
  /** The width of a layer with `auto` that has a room: up to all of it, but no narrower than its content can become. */
  fittedWidth(layer: ResolvedLayer, room: number): number;
  /** The height of the content of a layer of a width, whatever its own height is. */
  contentHeight(layer: ResolvedLayer, width: number): number;
  /** From the top edge of a box to the baseline of the first text in it; the bottom edge without a text. */
  baseline(layer: ResolvedLayer, box: Size): number;
}

/** Whether the places of a layer, or of those in it, follow from contents. */
export function needsLayout(layer: ResolvedLayer): boolean {
  const { width, height, minWidth, maxWidth, minHeight, maxHeight } = layer;
  if (layer.type === 'stack' || width === 'auto' || height === 'auto') return true;
  if ([minWidth, maxWidth, minHeight, maxHeight].some((limit) => limit !== undefined)) return true;
  return isHolder(layer) && layer.layers.some(needsLayout);
}
