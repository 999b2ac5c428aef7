import { type Box, boxOf, lengthLike } from '../boxes.js';
import type { Point, Size } from '../geometry.js';
import { type JsonObject, withValue } from '../json-path.js';
import { layerAt, type LayerPath } from './layer-tree.js';

/** Size of the layer's parent in pixels: the frame, or the group that it is in. */
export function parentSize(document: JsonObject, path: LayerPath): Size {
  let size: Size = { width: Number(document['width']), height: Number(document['height']) };
  for (let depth = 4; depth < path.length; depth += 2) {
    const group = layerAt(document, path.slice(0, depth));
    if (group) size = boxOf(group, size);
  }
  return size;
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
