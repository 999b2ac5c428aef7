import type { PointerEvent } from 'react';
import { type LayerPath, type Point, type Rect } from '#libs/document';
import { duplicateSelected } from '../commands/layer-commands.ts';
import type { EditorModel } from '../model/editor-model.ts';
import { type EditorState, endEdit, isSelected, select } from '../model/editor-state.ts';
import type { Store } from '../../ui/store.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { rectBetween, selectTouched } from './band.ts';
import { alongAxis, type Gesture, handleDragged, type Moved, movedBoxes, turnedTowards } from './box-drags.ts';
import { allResized, allTurned } from './common-box.ts';
import { isOnSelection } from './frame-box.ts';
import type { Handle } from './handles.ts';
import { picked } from './picked.ts';
import type { Guide } from './snap.ts';

/** Distance within which a line attracts, in pixels of the screen. */
const REACH_PX = 6;

type MoveEvent = globalThis.PointerEvent;

/** Lines that are shown during a gesture. */
export interface GestureLines {
  /** Lines to which the selection has snapped, in its parent. */
  readonly guides: readonly Guide[];
  /** A rectangle that is drawn beside layers. */
  readonly band?: Rect;
}

export const NO_LINES: GestureLines = { guides: [] };

/** The handlers of pointer gestures on the stage. */
export interface Gestures {
  /** Selects a layer and moves the selection. */
  readonly onPress: (path: LayerPath, event: PointerEvent) => void;
  /** Sizes what is selected. */
  readonly onHandle: (handle: Handle, event: PointerEvent) => void;
  /** Turns what is selected. */
  readonly onTurn: (event: PointerEvent) => void;
  /**
   * Deselects, and begins a rectangle that selects the layers that it touches; within the frame of a selected layer,
   * moves the selection.
   */
  readonly onBeside: (event: PointerEvent) => void;
}

/** @param zoom pixels of the screen for each pixel of the frame */
export function gesturesOn(model: EditorModel, lines: Store<GestureLines>, zoom: number): Gestures {
  const drag = (event: PointerEvent, before: EditorState, { movedTo, onClick }: Drag) => {
    event.stopPropagation();
    const gesture = { before, name: `drag ${event.timeStamp}` };
    followPointer(event, {
      onMove: (by, move) => {
        const isFree = move.ctrlKey || move.metaKey;
        const { step, guides } = movedTo(gesture, inFrame(by, zoom), { move, reach: isFree ? 0 : REACH_PX / zoom });
        lines.change(() => ({ guides }));
        model.change(step);
      },
      onEnd: (isDrag) => {
        lines.change(() => NO_LINES);
        model.change(endEdit);
        if (!isDrag) onClick?.();
      },
    });
  };
  const dragSelection = (event: PointerEvent, onClick: () => void) => {
    const state = model.store.value();
    drag(event, event.altKey ? duplicateSelected(state) : state, {
      movedTo: (gesture, by, { move, reach }) => movedBoxes(gesture, move.shiftKey ? alongAxis(by) : by, reach),
      onClick,
    });
  };
  return {
    onPress: (path, event) => dragSelection(event, selectPressed(model, path, { event, zoom })),
    onHandle: (handle, event) =>
      drag(event, model.store.value(), {
        movedTo: (gesture, by, { move: { shiftKey, altKey }, reach }) =>
          gesture.before.selection.length > 1
            ? allResized(gesture, handle, by, { shiftKey, altKey })
            : handleDragged(gesture, handle, by, { shiftKey, altKey, reach }),
      }),
    onTurn: (event) =>
      drag(event, model.store.value(), {
        movedTo: (gesture, _, { move }) => {
          const turn = gesture.before.selection.length > 1 ? allTurned : turnedTowards;
          return turn(gesture, pointInFrame(move, zoom), move.shiftKey);
        },
      }),
    onBeside: (event) => {
      if (event.button !== 0) return;
      const clear = () => model.change((state) => select(state, null));
      if (isOnSelection(model.store.value(), pointInFrame(event, zoom))) {
        dragSelection(event, clear);
        return;
      }
      clear();
      drawBand(event, model, lines, zoom);
    },
  };
}

interface Drag {
  readonly movedTo: (gesture: Gesture, by: Point, now: { move: MoveEvent; reach: number }) => Moved;
  /** Called for a press that was a click. */
  readonly onClick?: () => void;
}

/**
 * Selects what is pressed. A press within what is selected may begin a drag of it, also where another layer lies above, and
 * with Shift a drag along an axis: then only a click selects.
 *
 * @returns a function for the end of a press that was a click
 */
function selectPressed(
  { store, change }: EditorModel,
  path: LayerPath,
  { event, zoom }: { event: PointerEvent; zoom: number },
): () => void {
  const layer = picked(path, store.value().selection);
  const beside = event.shiftKey || event.ctrlKey || event.metaKey;
  const isWithin = isSelected(store.value(), layer) || isOnSelection(store.value(), pointInFrame(event, zoom));
  const choose = () => change((before) => select(before, layer, beside));
  const isNew = beside && !isSelected(store.value(), layer);
  if (isWithin && !isNew) return choose;
  choose();
  return () => undefined;
}

function drawBand(event: PointerEvent, { change }: EditorModel, lines: Store<GestureLines>, zoom: number): void {
  const from = pointInFrame(event, zoom);
  followPointer(event, {
    onMove: (_, move) => {
      const band = rectBetween(from, pointInFrame(move, zoom));
      lines.change(() => ({ guides: [], band }));
      change((state) => selectTouched(state, band));
    },
    onEnd: () => lines.change(() => NO_LINES),
  });
}

function inFrame({ x, y }: Point, zoom: number): Point {
  return { x: x / zoom, y: y / zoom };
}

/** Place of the pointer in the frame, pixels from its corner. */
export function pointInFrame({ clientX, clientY }: { clientX: number; clientY: number }, zoom: number): Point {
  const { left, top } = document.querySelector('[data-frame]')!.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
