import { type Box, boundsOf, lengthLike, pixelsOf, type Point, type Rect, type Size, unionOf } from '../boxes.js';
import { type JsonObject, valueAt, withInserted, withValue } from '../json-path.js';
import {
  freeName,
  type Layer,
  layerAt,
  type LayerPath,
  layersOf,
  namesOnPage,
  pageOf,
  removeLayers,
} from './layer-tree.js';

/** Size of the layer's parent in pixels: the frame, or the group that it is in. */
export function parentSize(document: JsonObject, path: LayerPath): Size {
  let size: Size = { width: Number(document['width']), height: Number(document['height']) };
  for (let depth = 4; depth < path.length; depth += 2) {
    const group = layerAt(document, path.slice(0, depth));
    if (group) size = boxOf(group, size);
  }
  return size;
}

/** The box of the layer in its parent, from its own properties: keyframes and animations do not count. */
export function boxOf(layer: JsonObject, parent: Size): Box {
  const width = pixelsOf(layer['width'], parent.width, parent.width);
  const height = pixelsOf(layer['height'], parent.height, parent.height);
  const anchorX = numberOf(layer['anchor_x'], 0);
  const anchorY = numberOf(layer['anchor_y'], 0);
  return {
    x: pixelsOf(layer['x'], parent.width, 0) - anchorX * width,
    y: pixelsOf(layer['y'], parent.height, 0) - anchorY * height,
    width,
    height,
    anchorX,
    anchorY,
    rotation: numberOf(layer['rotation'], 0),
    scale: numberOf(layer['scale'], 1),
  };
}

function numberOf(value: unknown, fallback: number): number {
  return typeof value === 'number' ? value : fallback;
}

/** `document` with the layer in `box`. Only changed fields are written; a percentage stays one. */
export function withBox(document: JsonObject, path: LayerPath, box: Box): JsonObject {
  const layer = layerAt(document, path)!;
  const parent = parentSize(document, path);
  const former = boxOf(layer, parent);
  const lengths = {
    x: [former.x + former.anchorX * former.width, box.x + box.anchorX * box.width, parent.width],
    y: [former.y + former.anchorY * former.height, box.y + box.anchorY * box.height, parent.height],
    width: [former.width, box.width, parent.width],
    height: [former.height, box.height, parent.height],
  } as const;
  const changed: Record<string, number | string> = {};
  for (const [property, [before, after, whole]] of Object.entries(lengths)) {
    if (Math.abs(before - after) > 1e-6) changed[property] = lengthLike(layer[property], after, whole);
  }
  if (box.rotation !== former.rotation) changed['rotation'] = box.rotation;
  return Object.keys(changed).length === 0 ? document : withValue(document, path, { ...layer, ...changed });
}

/** `document` with the layer moved by `shift` pixels. */
export function movedBy(document: JsonObject, path: LayerPath, shift: Point): JsonObject {
  const box = boxOf(layerAt(document, path)!, parentSize(document, path));
  return withBox(document, path, { ...box, x: box.x + shift.x, y: box.y + shift.y });
}

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
  const around = unionOf(layers.map((layer) => boundsOf(boxOf(layer, parent))));
  const group: Layer = {
    name: freeName(namesOnPage(document, pageOf(top)), 'group'),
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

/** The group's layers in its place, where they were shown; a group that is turned or scaled, or moves, loses that. */
export function ungroupLayers(
  document: JsonObject,
  path: LayerPath,
): { document: JsonObject; paths: readonly LayerPath[] } {
  const group = layerAt(document, path)!;
  const box = boxOf(group, parentSize(document, path));
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

/** The layer with lengths in pixels, moved by `shift`: per cent of the old parent mean nothing in the new one. */
function inPixels(layer: Layer, parent: Size, shift: Point): Layer {
  const box = boxOf(layer, parent);
  return {
    ...layer,
    x: lengthLike(0, box.x + box.anchorX * box.width + shift.x, 1),
    y: lengthLike(0, box.y + box.anchorY * box.height + shift.y, 1),
    width: lengthLike(0, box.width, 1),
    height: lengthLike(0, box.height, 1),
  };
}
