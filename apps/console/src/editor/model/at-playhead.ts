import {
  AXES,
  type Box,
  boxOf,
  type JsonObject,
  keyframesOf,
  layerAt,
  type LayerPath,
  parentSize,
  type Point,
  rounded,
  withBox,
  withKeyframe,
  withValue,
} from '#libs/document';
import { keyedPixels, layerTime, pixelsIn } from './layers-property.ts';
import type { EditorState } from './editor-state.ts';

const PLACES: readonly string[] = [...AXES.flat(), 'rotation'];

/**
 * `document` with the layer in another box of its own. A property with keyframes gets one at the playhead, by as much: the
 * rest of the motion stays. The layer's own value, which keyframes hide, changes along, so that frames on the stage follow
 * the pointer until the picture is drawn.
 */
export function withBoxAtPlayhead(state: EditorState, document: JsonObject, path: LayerPath, box: Box): JsonObject {
  const former = layerAt(document, path)!;
  const shifted = withBox(document, path, box);
  if (shifted === document) return document;
  const time = layerTime(state, former);
  return PLACES.reduce((result, name) => {
    const track = keyframesOf(former, name);
    const moved = keyframesOf(layerAt(shifted, path)!, name);
    const pixels = pixelsIn(document, path, name);
    const [from, to] = [track, moved].map(([first]) => first && pixels(first.value));
    const now = keyedPixels(document, path, name, time);
    if (from === undefined || to === undefined || now === undefined || from === to) return result;
    const keyed = withKeyframe(former, name, time, rounded(now + to - from, 2));
    return withValue(result, [...path, 'keyframes', name], keyframesOf(keyed, name));
  }, shifted);
}

/** `document` with the layer moved by pixels of its parent, as {@link withBoxAtPlayhead}. */
export function movedAtPlayhead(state: EditorState, document: JsonObject, path: LayerPath, shift: Point): JsonObject {
  const box = boxOf(layerAt(document, path)!, parentSize(document, path));
  return withBoxAtPlayhead(state, document, path, { ...box, x: box.x + shift.x, y: box.y + shift.y });
}
