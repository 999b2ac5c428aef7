import { AXES, boundsOfBox, boxOf, type Parent, unionOf } from '../boxes.js';
import type { Point, Rect } from '../geometry.js';
import { type JsonObject, valueAt, withInserted, without, withValue } from '../json-path.js';
import { isLengthLike, lengthLike, lengthPx } from '../lengths.js';
import { parentSize } from './layer-box.js';
import {
  freeName,
  type Layer,
  layerAt,
  type LayerPath,
  layersOf,
  namesOnPage,
  pagePathOf,
  removeLayers,
} from './layer-tree.js';

/**
 * Puts sibling layers into a new group around them, in the place of the topmost one. They are shown where they were:
 * their positions and sizes become pixels of the group. Layers in the flow of a stack are put into a stack of the same
 * direction instead, in the place of the first one.
 */
export function groupLayers(
  document: JsonObject,
  paths: readonly LayerPath[],
): { document: JsonObject; path: LayerPath } {
  const ordered = [...paths].sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)));
  const top = ordered.at(-1)!;
  const layers = ordered.map((path) => layerAt(document, path)!);
  const stack = layerAt(document, top.slice(0, -2));
  if (stack?.type === 'stack' && layers.every(isInFlow)) return stackLayers(document, ordered, stack);
  const parent = parentSize(document, top);
  const around = unionOf(layers.map((layer) => boundsOfBox(boxOf(layer, parent))));
  const group: Layer = {
    name: freeName(namesOnPage(document, pagePathOf(top)), 'group'),
    type: 'group',
    ...rectProperties(around),
    layers: layers.map((layer) => inPixels(layer, parent, { x: -around.x, y: -around.y })),
  };
  const index = Number(top.at(-1)) - (ordered.length - 1);
  const holder = top.slice(0, -1);
  return {
    document: withInserted(removeLayers(document, ordered), holder, index, group),
    path: [...holder, index],
  };
}

function isInFlow(layer: Layer): boolean {
  return layer['in_flow'] !== false;
}

/** Properties of a stack that decide how its layers lie beside each other. */
const FLOW = ['direction', 'reverse', 'gap', 'align'];

/**
 * Puts layers of a stack into a stack of their own in it, which is as large as they are and lays them out as before.
 * Percentages, which would refer to the new stack, become pixels.
 */
function stackLayers(
  document: JsonObject,
  ordered: readonly LayerPath[],
  stack: Layer,
): { document: JsonObject; path: LayerPath } {
  const first = ordered[0]!;
  const room = roomIn(stack, parentSize(document, first));
  const inner: Layer = {
    name: freeName(namesOnPage(document, pagePathOf(first)), 'group'),
    type: 'stack',
    ...Object.fromEntries(FLOW.flatMap((name) => (stack[name] === undefined ? [] : [[name, stack[name]]]))),
    width: 'auto',
    height: 'auto',
    layers: ordered.map((path) => withoutShares(layerAt(document, path)!, room)),
  };
  const holder = first.slice(0, -1);
  const index = Number(first.at(-1));
  return { document: withInserted(removeLayers(document, ordered), holder, index, inner), path: first };
}

/** The room of a stack for its layers: percentages of their sizes refer to it. */
function roomIn(stack: Layer, { frame, ...size }: Parent): Parent {
  const paddingPx = (name: string) => {
    const value = stack[name] ?? stack['padding'];
    return isLengthLike(value) ? lengthPx(value, 0, frame) : 0;
  };
  const width = Math.max(0, size.width - 2 * paddingPx('padding_x'));
  return { width, height: Math.max(0, size.height - 2 * paddingPx('padding_y')), ...(frame && { frame }) };
}

/** Kinds that are as large as their content in a stack. Others without a size take all of its room. */
const FOLLOWS_CONTENT = ['text', 'group', 'stack'];

/** The layer with sizes in pixels where they are shares of its parent. */
function withoutShares(layer: Layer, parent: Parent): Layer {
  return (['width', 'height'] as const).reduce<Layer>((result, side) => {
    const value = layer[side] ?? (FOLLOWS_CONTENT.includes(layer.type) ? undefined : '100%');
    if (typeof value !== 'string' || !value.endsWith('%')) return result;
    return { ...result, [side]: lengthLike(0, lengthPx(value, parent[side], parent.frame), 1) };
  }, layer);
}

/**
 * Puts the group's layers in its place, where they were shown; those of a stack, or in a stack, as they are laid out
 * there. The rotation, scale and motion of the group itself are lost.
 */
export function ungroupLayers(
  document: JsonObject,
  path: LayerPath,
): { document: JsonObject; paths: readonly LayerPath[] } {
  const group = layerAt(document, path)!;
  const parent = parentSize(document, path);
  const box = { ...parent, ...boxOf(group, parent) };
  const isLaidOut = layerAt(document, path.slice(0, -2))?.type === 'stack' && isInFlow(group);
  const freed = layersOf(group).map((layer) => {
    if (group.type === 'stack') return layer;
    const placed = inPixels(layer, box, box);
    return isLaidOut
      ? { ...['x', 'y'].reduce<JsonObject>(without, placed), name: layer.name, type: layer.type }
      : placed;
  });
  const holder = path.slice(0, -1);
  const index = Number(path.at(-1));
  const siblings = valueAt(document, holder) as unknown as readonly Layer[];
  return {
    document: withValue(document, holder, siblings.toSpliced(index, 1, ...freed)),
    paths: freed.map((_, position) => [...holder, index + position]),
  };
}

function rectProperties({ x, y, width, height }: Rect) {
  return {
    x: lengthLike(0, x, 1),
    y: lengthLike(0, y, 1),
    width: lengthLike(0, width, 1),
    height: lengthLike(0, height, 1),
  };
}

/**
 * The layer with lengths in pixels, moved by `shift`, because percentages of the old parent and distances to its edges
 * mean nothing in the new one.
 */
function inPixels(layer: Layer, parent: Parent, shift: Point): Layer {
  const box = boxOf(layer, parent);
  return {
    ...AXES.flat().reduce<JsonObject>(without, layer),
    name: layer.name,
    type: layer.type,
    x: lengthLike(0, box.x + box.anchorX * box.width + shift.x, 1),
    y: lengthLike(0, box.y + box.anchorY * box.height + shift.y, 1),
    width: lengthLike(0, box.width, 1),
    height: lengthLike(0, box.height, 1),
  };
}
