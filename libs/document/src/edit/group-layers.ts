import { AXES, boundsOfBox, boxOf, type Parent, unionOf } from '../boxes.js';
import type { Point, Rect } from '../geometry.js';
import { type JsonObject, valueAt, withInserted, without, withValue } from '../json-path.js';
import { lengthLike } from '../lengths.js';
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
 * their positions and sizes become pixels of the group.
 */
export function groupLayers(
  document: JsonObject,
  paths: readonly LayerPath[],
): { document: JsonObject; path: LayerPath } {
  const ordered = [...paths].sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)));
  const top = ordered.at(-1)!;
  const parent = parentSize(document, top);
  const layers = ordered.map((path) => layerAt(document, path)!);
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

/**
 * Puts the group's layers in its place, where they were shown. The rotation, scale and motion of the group itself are
 * lost.
 */
export function ungroupLayers(
  document: JsonObject,
  path: LayerPath,
): { document: JsonObject; paths: readonly LayerPath[] } {
  const group = layerAt(document, path)!;
  const parent = parentSize(document, path);
  const box = { ...parent, ...boxOf(group, parent) };
  const freed = layersOf(group).map((layer) => inPixels(layer, box, box));
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
