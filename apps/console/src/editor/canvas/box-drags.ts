import {
  type Box,
  boundsOf,
  boxOf,
  type JsonObject,
  keyframesOf,
  type Layer,
  layerAt,
  type LayerPath,
  layersOf,
  movedBy,
  parentSize,
  type Point,
  rounded,
  samePath,
  unionOf,
  valueAt,
  withBox,
} from '#libs/document';
import { nameOfSelection } from '../commands/layer-commands.ts';
import { documentOf, edit, type EditorState } from '../model/editor-state.ts';
import { boxInParent, pointInParent, shownBox, wayInParent } from './frame-box.ts';
import { type Handle, resized, rotationTowards } from './handles.ts';
import { type Guide, snapped } from './snap.ts';

/** A drag of the selection. All its moves are one step of undo. */
export interface Gesture {
  /** The state in which the pointer was pressed. */
  readonly before: EditorState;
  readonly name: string;
}

export interface Moved {
  readonly step: (state: EditorState) => EditorState;
  readonly guides: readonly Guide[];
}

/**
 * Moves the selection by a distance in the frame, px. Within `reach` pixels of a line of another layer it snaps to that
 * line.
 */
export function movedBoxes(gesture: Gesture, by: Point, reach: number): Moved {
  const { before } = gesture;
  const [first] = before.selection;
  if (!first) return { step: (state) => state, guides: [] };
  const way = wayInParent(before, first, by);
  const { shift, guides } = reach > 0 ? snap(before, way, reach) : { shift: { x: 0, y: 0 }, guides: [] };
  const document = before.selection.reduce((result, path) => {
    const own = samePath(path, first) ? way : wayInParent(before, path, by);
    return movedBy(result, path, { x: own.x + shift.x, y: own.y + shift.y });
  }, documentOf(before));
  return { step: stepOf(gesture, document, 'Move'), guides };
}

function snap(before: EditorState, way: Point, reach: number) {
  const [first] = before.selection;
  const holder = first!.slice(0, -2);
  const boundsAt = (path: LayerPath) => {
    const { size, matrix } = boxInParent(before, path);
    return boundsOf(size, matrix);
  };
  const siblings = before.selection.filter((path) => samePath(path.slice(0, -2), holder));
  const rect = unionOf(siblings.map(boundsAt));
  const others = layersOf(valueAt(documentOf(before), holder))
    .map((_, index) => [...holder, 'layers', index])
    .filter((path) => !before.selection.some((selected) => samePath(selected, path)))
    .map(boundsAt);
  const moving = { ...rect, x: rect.x + way.x, y: rect.y + way.y };
  return snapped(moving, [{ x: 0, y: 0, ...parentSize(documentOf(before), first!) }, ...others], reach);
}

export interface ResizeKeys {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Drags a handle of the one layer that is selected. Shift keeps its proportion, Alt its center. */
export function handleDragged(gesture: Gesture, handle: Handle, by: Point, keys: ResizeKeys) {
  const { before } = gesture;
  const path = before.selection[0]!;
  const options = { keepsRatio: keys.shiftKey, fromCenter: keys.altKey };
  const next = resized(shownBox(before, path), handle, wayInParent(before, path, by), options);
  return stepOf(gesture, withShown(before, path, next), 'Resize');
}

/** Turns the one layer that is selected towards a pointer in the frame. Shift turns by steps of 15°. */
export function turnedTowards(gesture: Gesture, pointer: Point, inSteps: boolean) {
  const { before } = gesture;
  const path = before.selection[0]!;
  const shown = shownBox(before, path);
  const rotation = rotationTowards(shown, pointInParent(before, path, pointer), inSteps);
  return stepOf(gesture, withShown(before, path, { ...shown, rotation }), 'Turn');
}

/** The document in which the layer is shown in the box `wanted`. Its own box changes by the difference to the box shown now. */
function withShown(before: EditorState, path: LayerPath, wanted: Box): JsonObject {
  const document = documentOf(before);
  const layer = layerAt(document, path)!;
  const own = boxOf(layer, parentSize(document, path));
  const shown = shownBox(before, path);
  return withBox(document, path, {
    ...own,
    x: own.x + wanted.x - shown.x,
    y: own.y + wanted.y - shown.y,
    width: sideOf(layer, 'width', { own, wanted, shown }),
    height: sideOf(layer, 'height', { own, wanted, shown }),
    rotation:
      wanted.rotation === shown.rotation ? own.rotation : rounded(own.rotation + wanted.rotation - shown.rotation, 1),
  });
}

/** A side of a layer that is shown as it is wanted. One that follows from the content becomes what is wanted. */
function sideOf(
  layer: Layer,
  side: 'width' | 'height',
  { own, wanted, shown }: Readonly<Record<'own' | 'wanted' | 'shown', Box>>,
): number {
  if (wanted[side] === shown[side]) return own[side];
  const isStated = layer[side] !== undefined && layer[side] !== 'auto';
  return isStated || keyframesOf(layer, side).length > 0 ? own[side] + wanted[side] - shown[side] : wanted[side];
}

function stepOf({ name }: Gesture, document: JsonObject, verb: string): (state: EditorState) => EditorState {
  return (state) => {
    if (document === documentOf(state)) return state;
    return edit(state, { document, label: `${verb} ${nameOfSelection(state)}`, gesture: name });
  };
}
