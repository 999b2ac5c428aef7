import {
  type Box,
  boundsOf,
  boxOf,
  cornersOf,
  type JsonObject,
  keyframesOf,
  type Layer,
  layerAt,
  type LayerPath,
  layersOf,
  parentSize,
  type Point,
  type Rect,
  rounded,
  samePath,
  unionOf,
  valueAt,
} from '#libs/document';
import { nameOfSelection } from '../commands/layer-commands.ts';
import { documentOf, edit, type EditorState } from '../model/editor-state.ts';
import { movedAtPlayhead, withBoxAtPlayhead } from '../model/at-playhead.ts';
import { boxInParent, pointInParent, shownBox, wayInParent } from './frame-box.ts';
import { type Handle, resized, rotationTowards } from './handles.ts';
import { type Guide, type Snapped, snapped } from './snap.ts';

/** A drag of the selection. All its moves are one step of undo. */
export interface Gesture {
  /** The state in which the pointer was pressed. */
  readonly before: EditorState;
  readonly name: string;
}

const NO_SNAP: Snapped = { shift: { x: 0, y: 0 }, guides: [] };

export interface Moved {
  readonly step: (state: EditorState) => EditorState;
  readonly guides: readonly Guide[];
}

/** A distance along the axis on which it is longer. */
export function alongAxis({ x, y }: Point): Point {
  return Math.abs(x) >= Math.abs(y) ? { x, y: 0 } : { x: 0, y };
}

/**
 * Moves the selection by a distance in the frame, px. Within `reach` pixels of a line of another layer it snaps to that
 * line, else to whole pixels.
 */
export function movedBoxes(gesture: Gesture, by: Point, reach: number): Moved {
  const { before } = gesture;
  const [first] = before.selection;
  if (!first) return { step: (state) => state, guides: [] };
  const way = wayInParent(before, first, by);
  const { shift, guides } = reach > 0 ? snap(before, way, reach) : NO_SNAP;
  const document = before.selection.reduce((result, path) => {
    const own = samePath(path, first) ? way : wayInParent(before, path, by);
    return movedAtPlayhead(before, result, path, { x: own.x + shift.x, y: own.y + shift.y });
  }, documentOf(before));
  return { step: stepOf(gesture, document, 'Move'), guides };
}

function snap(before: EditorState, way: Point, reach: number): Snapped {
  const [first] = before.selection;
  const holder = first!.slice(0, -2);
  const siblings = before.selection.filter((path) => samePath(path.slice(0, -2), holder));
  const rect = unionOf(siblings.map((path) => boundsAt(before, path)));
  const moving = { ...rect, x: rect.x + way.x, y: rect.y + way.y };
  return onWholePixels(moving, way, snapped(moving, linesFor(before), reach));
}

function boundsAt(state: EditorState, path: LayerPath): Rect {
  const { size, matrix } = boxInParent(state, path);
  return boundsOf(size, matrix);
}

/** Rectangles to which the selection snaps: those beside it, and its parent. */
function linesFor(before: EditorState): readonly Rect[] {
  const [first] = before.selection;
  const holder = first!.slice(0, -2);
  const others = layersOf(valueAt(documentOf(before), holder))
    .map((_, index) => [...holder, 'layers', index])
    .filter((path) => !before.selection.some((selected) => samePath(selected, path)));
  const parent = { x: 0, y: 0, ...parentSize(documentOf(before), first!) };
  return [parent, ...others.map((path) => boundsAt(before, path))];
}

/** Leads to whole pixels along each axis on which something moves and has not snapped. An axis that is kept attracts nothing. */
function onWholePixels(place: Point, way: Point, { shift, guides }: Snapped): Snapped {
  const along = (name: 'x' | 'y') => {
    if (way[name] === 0) return 0;
    return guides.some(({ axis }) => axis === name) ? shift[name] : Math.round(place[name]) - place[name];
  };
  return {
    shift: { x: along('x'), y: along('y') },
    guides: guides.filter(({ axis }) => way[axis] !== 0 || shift[axis] === 0),
  };
}

export interface ResizeKeys {
  readonly shiftKey: boolean;
  readonly altKey: boolean;
}

/**
 * Drags a handle of the one layer that is selected. Shift keeps its proportion, Alt its center. Edges of an upright box
 * snap as {@link movedBoxes} does.
 */
export function handleDragged(
  gesture: Gesture,
  handle: Handle,
  by: Point,
  { shiftKey, altKey, reach }: ResizeKeys & { reach: number },
): Moved {
  const { before } = gesture;
  const path = before.selection[0]!;
  const shown = shownBox(before, path);
  const way = wayInParent(before, path, by);
  const isUpright = Math.abs(shown.rotation) < UPRIGHT && !shiftKey;
  const { shift, guides } = reach > 0 && isUpright ? snapEdges(before, { handle, way, reach }) : NO_SNAP;
  const options = { keepsRatio: shiftKey, fromCenter: altKey };
  const next = resized(shown, handle, { x: way.x + shift.x, y: way.y + shift.y }, options);
  return { step: stepOf(gesture, withShown(before, documentOf(before), path, next), 'Resize'), guides };
}

/** Degrees below which a box counts as not turned. */
const UPRIGHT = 0.01;

/** Snaps the edges that a handle drags: as a rectangle without a width or a height. */
function snapEdges(
  before: EditorState,
  { handle, way, reach }: { handle: Handle; way: Point; reach: number },
): Snapped {
  const { x, y, width, height } = boundsAt(before, before.selection[0]!);
  const isAlong = { x: /[ew]/.test(handle), y: /[ns]/.test(handle) };
  const edges = {
    x: (handle.includes('e') ? x + width : x) + way.x,
    y: (handle.includes('s') ? y + height : y) + way.y,
  };
  const found = snapped({ ...edges, width: 0, height: 0 }, linesFor(before), reach);
  const { shift, guides } = onWholePixels(edges, way, found);
  return {
    shift: { x: isAlong.x ? shift.x : 0, y: isAlong.y ? shift.y : 0 },
    guides: guides.filter(({ axis }) => isAlong[axis]),
  };
}

/**
 * Turns the one layer that is selected towards a pointer in the frame, about its middle, or about the anchor that the
 * document gives it. Shift turns by steps of 15°.
 */
export function turnedTowards(gesture: Gesture, pointer: Point, inSteps: boolean): Moved {
  const { before } = gesture;
  const path = before.selection[0]!;
  const shown = shownBox(before, path);
  const rotation = rotationTowards(shown, pointInParent(before, path, pointer), inSteps);
  const { anchor_x, anchor_y } = layerAt(documentOf(before), path)!;
  const turnedBox = { ...shown, rotation };
  const hasAnchor = anchor_x !== undefined || anchor_y !== undefined;
  const wanted = hasAnchor ? turnedBox : aboutMiddle(turnedBox, shown);
  return { step: stepOf(gesture, withShown(before, documentOf(before), path, wanted), 'Turn'), guides: [] };
}

/** The box with its middle where that of `former` is. */
export function aboutMiddle(box: Box, former: Box): Box {
  const [to, from] = [middleOf(former), middleOf(box)];
  return { ...box, x: box.x + to.x - from.x, y: box.y + to.y - from.y };
}

function middleOf(box: Box): Point {
  const [nw, , se] = cornersOf(box);
  return { x: (nw.x + se.x) / 2, y: (nw.y + se.y) / 2 };
}

/** `document` in which the layer is shown in the box `wanted`. Its own box changes by the difference to the box shown before. */
export function withShown(before: EditorState, document: JsonObject, path: LayerPath, wanted: Box): JsonObject {
  const layer = layerAt(document, path)!;
  const own = boxOf(layer, parentSize(document, path));
  const shown = shownBox(before, path);
  return withBoxAtPlayhead(before, document, path, {
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

export function stepOf(
  { before, name }: Gesture,
  document: JsonObject,
  verb: string,
): (state: EditorState) => EditorState {
  return (state) => {
    if (document === documentOf(state)) return state;
    const { selection } = before;
    return edit(state, { document, label: `${verb} ${nameOfSelection(before)}`, gesture: name, selection });
  };
}
