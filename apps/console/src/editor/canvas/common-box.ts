import { type Box, boundsOf, type LayerPath, type Point, type Rect, turned, unionOf } from '#libs/document';
import { documentOf, type EditorState } from '../model/editor-state.ts';
import { aboutMiddle, type Gesture, type Moved, type ResizeKeys, stepOf, withShown } from './box-drags.ts';
import { boxInFrame, shownBox, wayInParent } from './frame-box.ts';
import { type Handle, resized, rotationTowards } from './handles.ts';

/** The upright rectangle of the frame around all selected layers. */
export function commonRect(state: EditorState): Rect {
  return unionOf(state.selection.map((path) => boundsInFrame(state, path)));
}

function boundsInFrame(state: EditorState, path: LayerPath): Rect {
  const { size, matrix } = boxInFrame(state, path);
  return boundsOf(size, matrix);
}

/** Drags a handle of the common box: every layer keeps its share of it. Shift keeps the proportion, Alt the center. */
export function allResized(gesture: Gesture, handle: Handle, by: Point, { shiftKey, altKey }: ResizeKeys): Moved {
  const rect = commonRect(gesture.before);
  const next = resized(uprightBox(rect), handle, by, { keepsRatio: shiftKey, fromCenter: altKey });
  const factor = { x: next.width / (rect.width || 1), y: next.height / (rect.height || 1) };
  return withEach(gesture, 'Resize', (shown, middle) => {
    const { cos, sin } = directions(shown.rotation);
    const size = {
      width: shown.width * Math.hypot(cos * factor.x, sin * factor.y),
      height: shown.height * Math.hypot(sin * factor.x, cos * factor.y),
    };
    const place = { x: next.x + (middle.x - rect.x) * factor.x, y: next.y + (middle.y - rect.y) * factor.y };
    return { box: { ...shown, ...size }, place };
  });
}

/** Turns the layers about the middle of their common box, towards a pointer in the frame. Shift turns by steps of 15°. */
export function allTurned(gesture: Gesture, pointer: Point, inSteps: boolean): Moved {
  const rect = commonRect(gesture.before);
  const center = middleOf(rect);
  const by = rotationTowards(uprightBox(rect), pointer, inSteps);
  return withEach(gesture, 'Turn', (shown, middle) => {
    const way = turned({ x: middle.x - center.x, y: middle.y - center.y }, by);
    const place = { x: center.x + way.x, y: center.y + way.y };
    return { box: { ...shown, rotation: shown.rotation + by }, place };
  });
}

/** Changes each layer: `change` gets its box and its middle in the frame, and returns both as they are wanted. */
function withEach(
  gesture: Gesture,
  verb: string,
  change: (shown: Box, middle: Point) => { readonly box: Box; readonly place: Point },
): Moved {
  const { before } = gesture;
  const document = before.selection.reduce((result, path) => {
    const shown = shownBox(before, path);
    const middle = middleOf(boundsInFrame(before, path));
    const { box, place } = change(shown, middle);
    const way = wayInParent(before, path, { x: place.x - middle.x, y: place.y - middle.y });
    const wanted = aboutMiddle(box, shown);
    return withShown(before, result, path, { ...wanted, x: wanted.x + way.x, y: wanted.y + way.y });
  }, documentOf(before));
  return { step: stepOf(gesture, document, verb), guides: [] };
}

function uprightBox(rect: Rect): Box {
  return { ...rect, anchorX: 0, anchorY: 0, rotation: 0, scale: 1 };
}

function middleOf({ x, y, width, height }: Rect): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

function directions(degrees: number): { cos: number; sin: number } {
  const radians = (degrees * Math.PI) / 180;
  return { cos: Math.cos(radians), sin: Math.sin(radians) };
}
