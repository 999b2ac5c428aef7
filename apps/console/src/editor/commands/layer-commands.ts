import {
  addLayer,
  boundsOfBox,
  boxOf,
  duplicateLayer,
  groupLayers,
  type JsonObject,
  type Layer,
  layerAt,
  type LayerPath,
  layersOf,
  movedBy,
  moveLayer,
  parentSize,
  type Path,
  type Point,
  type Rect,
  removeLayers,
  samePath,
  ungroupLayers,
  valueAt,
  withoutValue,
  withValue,
} from '#libs/document';
import { documentOf, edit, type EditorState, isLocked } from '../model/editor-state.ts';
import { movedAtPlayhead } from '../model/at-playhead.ts';
import { type Alignment, alignmentShift, distributionShifts } from './alignment.ts';

/** Removes the selection. */
export function removeSelected(state: EditorState): EditorState {
  if (state.selection.length === 0) return state;
  const document = removeLayers(documentOf(state), state.selection);
  return edit(state, { document, label: `Delete ${nameOfSelection(state)}`, selection: [] });
}

/** Copies the selected layers, each right above its original, and selects the copies. */
export function duplicateSelected(state: EditorState): EditorState {
  if (state.selection.length === 0) return state;
  // From the top down, so that a copy does not move the originals that are still to be copied.
  const order = [...state.selection].sort((one, other) => Number(other.at(-1)) - Number(one.at(-1)));
  let document = documentOf(state);
  let copies: LayerPath[] = [];
  for (const path of order) {
    const copied = duplicateLayer(document, path);
    document = copied.document;
    const isMoved = (copy: LayerPath): boolean =>
      samePath(copy.slice(0, -1), path.slice(0, -1)) && Number(copy.at(-1)) > Number(path.at(-1));
    copies = copies.map((copy) => (isMoved(copy) ? copy.with(-1, Number(copy.at(-1)) + 1) : copy));
    copies.push(copied.path);
  }
  return edit(state, { document, label: `Duplicate ${nameOfSelection(state)}`, selection: copies });
}

/** Whether all that is selected lies in the same page or group. */
function areSiblings({ selection }: EditorState): boolean {
  const [first, ...others] = selection;
  return first !== undefined && others.every((path) => samePath(path.slice(0, -1), first.slice(0, -1)));
}

export function groupSelected(state: EditorState): EditorState {
  if (!areSiblings(state)) return state;
  const { document, path } = groupLayers(documentOf(state), state.selection);
  return edit(state, { document, label: `Group ${nameOfSelection(state)}`, selection: [path] });
}

/** Whether the layers of the layer can take its place: those of a stack are laid out, so only another stack can. */
export function canUngroup(state: EditorState, path: LayerPath): boolean {
  const document = documentOf(state);
  const kind = layerAt(document, path)?.type;
  return kind === 'group' || (kind === 'stack' && layerAt(document, path.slice(0, -2))?.type === 'stack');
}

export function ungroupSelected(state: EditorState): EditorState {
  const [path] = state.selection;
  if (!path || state.selection.length > 1 || !canUngroup(state, path)) return state;
  const { document, paths } = ungroupLayers(documentOf(state), path);
  return edit(state, { document, label: `Ungroup ${nameOfSelection(state)}`, selection: paths });
}

/**
 * Moves the selection by pixels of the frame. Presses of an arrow key on the same selection are one step of undo until
 * another edit.
 */
export function nudgeSelected(state: EditorState, shift: Point): EditorState {
  if (state.selection.length === 0) return state;
  const document = state.selection.reduce(
    (result, path) => movedAtPlayhead(state, result, path, shift),
    documentOf(state),
  );
  return edit(state, {
    document,
    label: `Move ${nameOfSelection(state)}`,
    gesture: `nudge ${state.selection.join(' ')}`,
  });
}

/** Direction in which a layer moves within its stack. The last layer is on top. */
export type Order = 'front' | 'forward' | 'backward' | 'back';

export function orderSelected(state: EditorState, order: Order): EditorState {
  const [path] = state.selection;
  if (!path || state.selection.length > 1) return state;
  const holder = path.slice(0, -2);
  const from = Number(path.at(-1));
  const last = layersOf(valueAt(documentOf(state), holder)).length - 1;
  const to = { front: last, forward: Math.min(last, from + 1), backward: Math.max(0, from - 1), back: 0 }[order];
  if (to === from) return state;
  const moved = moveLayer(documentOf(state), path, holder, to > from ? to + 1 : to);
  return edit(state, { document: moved.document, label: `Order ${nameOfSelection(state)}`, selection: [moved.path] });
}

/** Aligns one layer in its parent, several with each other. */
export function alignSelected(state: EditorState, alignment: Alignment): EditorState {
  const rects = boundsOfSelected(state);
  const [first] = state.selection;
  if (!first) return state;
  const whole = { x: 0, y: 0, ...parentSize(documentOf(state), first) };
  const frame = rects.length === 1 ? whole : around(rects);
  const shifts = rects.map((rect) => alignmentShift(rect, frame, alignment));
  return edit(state, { document: shifted(state, shifts), label: `Align ${nameOfSelection(state)}` });
}

export function distributeSelected(state: EditorState, axis: 'x' | 'y'): EditorState {
  const rects = boundsOfSelected(state);
  if (rects.length < 3) return state;
  const shifts = distributionShifts(rects, axis).map((by) => (axis === 'x' ? { x: by, y: 0 } : { x: 0, y: by }));
  return edit(state, { document: shifted(state, shifts), label: `Distribute ${nameOfSelection(state)}` });
}

function boundsOfSelected(state: EditorState): readonly Rect[] {
  const document = documentOf(state);
  return state.selection.map((path) => boundsOfBox(boxOf(layerAt(document, path)!, parentSize(document, path))));
}

function around(rects: readonly Rect[]): Rect {
  const x = Math.min(...rects.map((rect) => rect.x));
  const y = Math.min(...rects.map((rect) => rect.y));
  const right = Math.max(...rects.map((rect) => rect.x + rect.width));
  const bottom = Math.max(...rects.map((rect) => rect.y + rect.height));
  return { x, y, width: right - x, height: bottom - y };
}

function shifted(state: EditorState, shifts: readonly Point[]): JsonObject {
  return state.selection.reduce((document, path, index) => movedBy(document, path, shifts[index]!), documentOf(state));
}

/** Shows the layer or hides it. Shown is the default, so the document does not state it. */
export function toggleVisible(state: EditorState, path: LayerPath): EditorState {
  const document = documentOf(state);
  const layer = layerAt(document, path)!;
  const isHidden = layer['visible'] === false;
  const visible = [...path, 'visible'];
  const changed = isHidden ? withoutValue(document, visible) : withValue(document, visible, false);
  return edit(state, { document: changed, label: `${isHidden ? 'Show' : 'Hide'} ${layer.name}` });
}

/** Locks layers, or unlocks those that are locked, and clears the selection. */
export function toggleLock(state: EditorState, paths: readonly LayerPath[]): EditorState {
  const [first] = paths;
  if (!first) return state;
  const document = paths.reduce((changed, path) => {
    const locked = [...path, 'locked'];
    return isLocked(state, path) ? withoutValue(changed, locked) : withValue(changed, locked, true);
  }, documentOf(state));
  const label = `${isLocked(state, first) ? 'Unlock' : 'Lock'} ${nameOfSelection({ ...state, selection: paths })}`;
  return edit(state, { document, label, selection: [] });
}

/** Puts a layer on top of a page or group and selects it. */
export function addTo(state: EditorState, holder: Path, layer: Layer): EditorState {
  const { document, path } = addLayer(documentOf(state), holder, layer);
  return edit(state, { document, label: `Add ${layer.name}`, selection: [path] });
}

/** The selection in words: the name of one layer, or the number of layers. */
export function nameOfSelection({ selection, ...state }: EditorState): string {
  const [path] = selection;
  if (path && selection.length === 1) return layerAt(documentOf({ selection, ...state }), path)?.name ?? 'layer';
  return `${selection.length} layers`;
}
