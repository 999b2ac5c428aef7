import { type Box, boxOf, lengthLike, lengthPx, pivotOf } from '../boxes.js';
import type { Point, Size } from '../geometry.js';
import { type JsonObject, withValue } from '../json-path.js';
import { keyframesOf } from './keyframes.js';
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

/**
 * `document` with the layer in `box`. Only changed fields are written; a percentage stays one. Keyframes of a changed
 * field, which hide its own value, change by as much: the motion keeps its form.
 */
export function withBox(document: JsonObject, path: LayerPath, box: Box): JsonObject {
  const layer = layerAt(document, path)!;
  const parent = parentSize(document, path);
  const former = boxOf(layer, parent);
  const [from, to] = [pivotOf(former), pivotOf(box)];
  const changes: Readonly<Record<string, Change>> = {
    x: { before: from.x, after: to.x, whole: parent.width },
    y: { before: from.y, after: to.y, whole: parent.height },
    width: { before: former.width, after: box.width, whole: parent.width },
    height: { before: former.height, after: box.height, whole: parent.height },
    rotation: { before: former.rotation, after: box.rotation, whole: 0 },
  };
  const changed = Object.entries(changes).filter(([, { before, after }]) => Math.abs(before - after) > 1e-6);
  if (changed.length === 0) return document;
  return withValue(
    document,
    path,
    changed.reduce<JsonObject>((result, [property, change]) => withChange(result, property, change), layer),
  );
}

/** A field in pixels or degrees; its percentages are of `whole`. */
interface Change {
  readonly before: number;
  readonly after: number;
  readonly whole: number;
}

function withChange(layer: JsonObject, property: string, { before, after, whole }: Change): JsonObject {
  const changed = { ...layer, [property]: lengthLike(layer[property], after, whole) };
  return keyframesOf(layer, property).reduce<JsonObject>((result, { value }, index) => {
    if (typeof value !== 'number' && typeof value !== 'string') return result;
    const shifted = lengthLike(value, lengthPx(value, whole) + after - before, whole);
    return withValue(result, ['keyframes', property, index, 'value'], shifted);
  }, changed);
}

/** `document` with the layer moved by `shift` pixels. */
export function movedBy(document: JsonObject, path: LayerPath, shift: Point): JsonObject {
  const box = boxOf(layerAt(document, path)!, parentSize(document, path));
  return withBox(document, path, { ...box, x: box.x + shift.x, y: box.y + shift.y });
}
