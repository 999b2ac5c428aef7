import {
  boundsOfBox,
  boxOf,
  type JsonObject,
  layerAt,
  type LayerPath,
  layersOf,
  movedBy,
  parentSize,
  type Point,
  samePath,
  turned,
  unionOf,
  valueAt,
  withBox,
} from '#libs/document';
import { documentOf, edit, type EditorState } from '../document/editor-state.ts';
import { type Handle, resized, rotationTowards } from '../document/handles.ts';
import { type Guide, snapped } from '../document/snap.ts';
import { nameOfSelection } from '../commands/layer-commands.ts';

/** The parent of a layer as the frame shows it: turned by `rotation` degrees and `scale` times as large. */
interface ParentView {
  readonly rotation: number;
  readonly scale: number;
}

function parentView(document: JsonObject, path: LayerPath): ParentView {
  let view: ParentView = { rotation: 0, scale: 1 };
  for (let depth = 4; depth < path.length; depth += 2) {
    const group = path.slice(0, depth);
    const box = boxOf(layerAt(document, group)!, parentSize(document, group));
    view = { rotation: view.rotation + box.rotation, scale: view.scale * box.scale };
  }
  return view;
}

/** A way in the frame as a way in the parent of the layer. */
function inParent(document: JsonObject, path: LayerPath, by: Point): Point {
  const { rotation, scale } = parentView(document, path);
  const { x, y } = turned(by, -rotation);
  return { x: x / (scale || 1), y: y / (scale || 1) };
}

/** A drag, with the state in which the pointer was pressed. All its moves are one step of undo. */
export interface Gesture {
  readonly before: JsonObject;
  readonly selection: readonly LayerPath[];
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
export function moved(gesture: Gesture, by: Point, reach: number): Moved {
  const { before, selection } = gesture;
  const [first] = selection;
  if (!first) return { step: (state) => state, guides: [] };
  const way = inParent(before, first, by);
  const { shift, guides } = reach > 0 ? snap(gesture, way, reach) : { shift: { x: 0, y: 0 }, guides: [] };
  const document = selection.reduce((result, path) => {
    const own = samePath(path, first) ? way : inParent(before, path, by);
    return movedBy(result, path, { x: own.x + shift.x, y: own.y + shift.y });
  }, before);
  return { step: stepOf(gesture, document, 'Move'), guides };
}

function snap({ before, selection }: Gesture, way: Point, reach: number) {
  const holder = selection[0]!.slice(0, -2);
  const size = parentSize(before, selection[0]!);
  const boundsAt = (path: LayerPath) => boundsOfBox(boxOf(layerAt(before, path)!, size));
  const siblings = selection.filter((path) => samePath(path.slice(0, -2), holder));
  const rect = unionOf(siblings.map(boundsAt));
  const others = layersOf(valueAt(before, holder))
    .map((_, index) => [...holder, 'layers', index])
    .filter((path) => !selection.some((selected) => samePath(selected, path)))
    .map(boundsAt);
  const moving = { ...rect, x: rect.x + way.x, y: rect.y + way.y };
  return snapped(moving, [{ x: 0, y: 0, ...size }, ...others], reach);
}

export interface ResizeKeys {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/** Drags a handle of the one layer that is selected. Shift keeps its proportion, Alt its center. */
export function handleDragged(gesture: Gesture, handle: Handle, by: Point, keys: ResizeKeys) {
  const { before, selection } = gesture;
  const path = selection[0]!;
  const box = boxOf(layerAt(before, path)!, parentSize(before, path));
  const options = { keepsRatio: keys.shiftKey, fromCenter: keys.altKey };
  const document = withBox(before, path, resized(box, handle, inParent(before, path, by), options));
  return stepOf(gesture, document, 'Resize');
}

/** Turns the one layer that is selected towards a pointer, which is given in its parent. Shift turns by steps of 15°. */
export function turnedTowards(gesture: Gesture, pointer: Point, inSteps: boolean) {
  const { before, selection } = gesture;
  const path = selection[0]!;
  const box = boxOf(layerAt(before, path)!, parentSize(before, path));
  const document = withBox(before, path, { ...box, rotation: rotationTowards(box, pointer, inSteps) });
  return stepOf(gesture, document, 'Turn');
}

function stepOf({ name }: Gesture, document: JsonObject, verb: string): (state: EditorState) => EditorState {
  return (state) => {
    if (document === documentOf(state)) return state;
    return edit(state, { document, label: `${verb} ${nameOfSelection(state)}`, gesture: name });
  };
}
