import { AXES, type Box, boxOf, isAcross, type Parent, pivotOf } from '../boxes.js';
import type { Point, Size } from '../geometry.js';
import { type JsonObject, withValue } from '../json-path.js';
import { isLengthLike, lengthLike, lengthPx } from '../lengths.js';
import { keyframesOf } from './keyframes.js';
import { layerAt, type LayerPath } from './layer-tree.js';

/** Size of the layer's parent in pixels: the frame, or the group that it is in. */
export function parentSize(document: JsonObject, path: LayerPath): Parent {
  const frame: Size = { width: Number(document['width']), height: Number(document['height']) };
  let size = frame;
  for (let depth = 4; depth < path.length; depth += 2) {
    const group = layerAt(document, path.slice(0, depth));
    if (group) size = boxOf(group, { ...size, frame });
  }
  return { width: size.width, height: size.height, frame };
}

/**
 * `document` with the layer in `box`. Only changed fields are written, of those that place the layer; each keeps its
 * unit. Keyframes of a changed field, which hide its own value, change by as much: the motion keeps its form.
 */
export function withBox(document: JsonObject, path: LayerPath, box: Box): JsonObject {
  const layer = layerAt(document, path)!;
  const parent = parentSize(document, path);
  const [before, after] = [boxOf(layer, parent), box].map((each) => measuresOf(each, parent));
  const changed = [...placingFields(layer)].filter((field) => Math.abs(before![field] - after![field]) > 1e-6);
  if (changed.length === 0) return document;
  const result = changed.reduce<JsonObject>((former, field) => {
    const wholePx = isAcross(field) ? parent.width : parent.height;
    const change = { before: before![field], after: after![field], wholePx, frame: parent.frame ?? parent };
    return withChange(former, field, change);
  }, layer);
  return withValue(document, path, result);
}

type Field = keyof ReturnType<typeof measuresOf>;

/** The values of all fields that can place a layer, for a box, px. */
function measuresOf(box: Box, parent: Size) {
  const { x, y } = pivotOf(box);
  return {
    x,
    y,
    width: box.width,
    height: box.height,
    left: box.x,
    right: parent.width - box.x - box.width,
    center_x: box.x + (box.width - parent.width) / 2,
    top: box.y,
    bottom: parent.height - box.y - box.height,
    center_y: box.y + (box.height - parent.height) / 2,
    rotation: box.rotation,
  };
}

/** The fields that decide the place of a layer: constraints where it has some. */
function* placingFields(layer: JsonObject): Generator<Field> {
  yield 'rotation';
  for (const [own, extent, ...distances] of AXES) {
    const given = distances.filter((name) => isLengthLike(layer[name]) || keyframesOf(layer, name).length > 0);
    yield* given.length > 0 ? given : [own];
    if (given.length < 2) yield extent;
  }
}

/** A field in pixels or degrees; its percentages are of `wholePx`. */
interface Change {
  readonly before: number;
  readonly after: number;
  readonly wholePx: number;
  readonly frame: Size;
}

function withChange(layer: JsonObject, field: string, { before, after, wholePx, frame }: Change): JsonObject {
  const changed = { ...layer, [field]: lengthLike(layer[field], after, wholePx, frame) };
  return keyframesOf(layer, field).reduce<JsonObject>((result, { value }, index) => {
    if (!isLengthLike(value)) return result;
    const shifted = lengthLike(value, lengthPx(value, wholePx, frame) + after - before, wholePx, frame);
    return withValue(result, ['keyframes', field, index, 'value'], shifted);
  }, changed);
}

/** `document` with the layer moved by `shift` pixels. */
export function movedBy(document: JsonObject, path: LayerPath, shift: Point): JsonObject {
  const box = boxOf(layerAt(document, path)!, parentSize(document, path));
  return withBox(document, path, { ...box, x: box.x + shift.x, y: box.y + shift.y });
}
