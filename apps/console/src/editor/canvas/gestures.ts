import type { PointerEvent } from 'react';
import { type LayerPath, type Point, type Rect } from '#libs/document';
import type { EditorModel } from '../model/editor-model.ts';
import { endEdit, isSelected, select } from '../model/editor-state.ts';
import type { Store } from '../model/store.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { rectBetween, selectTouched } from './band.ts';
import { type Gesture, handleDragged, movedBoxes, turnedTowards } from './box-drags.ts';
import type { Handle } from './handles.ts';
import { picked } from './picked.ts';
import type { Guide } from './snap.ts';

/** Distance within which a line attracts, in pixels of the screen. */
const REACH_PX = 6;

type MoveEvent = globalThis.PointerEvent;
type Step = Parameters<EditorModel['change']>[0];

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
  /** Sizes the layer that is selected. */
  readonly onHandle: (handle: Handle, event: PointerEvent) => void;
  /** Turns the layer that is selected. */
  readonly onTurn: (event: PointerEvent) => void;
  /** Begins a rectangle beside layers, and selects the layers that it touches. */
  readonly onBand: (event: PointerEvent) => void;
}

/** @param zoom pixels of the screen for each pixel of the frame */
export function gesturesOn(model: EditorModel, lines: Store<GestureLines>, zoom: number): Gestures {
  const { change } = model;
  const end = () => {
    lines.change(() => NO_LINES);
    change(endEdit);
  };
  const dragBox = (event: PointerEvent, stepOf: (gesture: Gesture, by: Point, move: MoveEvent) => Step) => {
    event.stopPropagation();
    const gesture = begun(model, event);
    followPointer(event, { onMove: (by, move) => change(stepOf(gesture, inFrame(by, zoom), move)), onEnd: end });
  };
  return {
    onPress: (path, event) => {
      const onClick = selectPressed(model, path, event);
      const gesture = begun(model, event);
      followPointer(event, {
        onMove: (by, move) => {
          const { step, guides } = movedBoxes(gesture, inFrame(by, zoom), move.altKey ? 0 : REACH_PX / zoom);
          lines.change(() => ({ guides }));
          change(step);
        },
        onEnd: (isDrag) => {
          end();
          if (!isDrag) onClick();
        },
      });
    },
    onHandle: (handle, event) => dragBox(event, (gesture, by, move) => handleDragged(gesture, handle, by, move)),
    onTurn: (event) =>
      dragBox(event, (gesture, _, move) => turnedTowards(gesture, pointInFrame(move, zoom), move.shiftKey)),
    onBand: (event) => {
      if (event.button === 0) drawBand(event, model, lines, zoom);
    },
  };
}

/**
 * Selects what is pressed. A press on one of several selected layers may begin a drag of all of them, so only a click
 * deselects the others.
 *
 * @returns a function for the end of a press that was a click
 */
function selectPressed({ store, change }: EditorModel, path: LayerPath, event: PointerEvent): () => void {
  const layer = picked(path, store.value().selection);
  const beside = event.shiftKey || event.ctrlKey || event.metaKey;
  const wasSelected = isSelected(store.value(), layer);
  if (!wasSelected || beside) change((before) => select(before, layer, beside));
  return () => {
    if (wasSelected && !beside) change((before) => select(before, layer));
  };
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

function begun({ store }: EditorModel, { timeStamp }: PointerEvent): Gesture {
  return { before: store.value(), name: `drag ${timeStamp}` };
}

function inFrame({ x, y }: Point, zoom: number): Point {
  return { x: x / zoom, y: y / zoom };
}

/** Place of the pointer in the frame, pixels from its corner. */
function pointInFrame({ clientX, clientY }: { clientX: number; clientY: number }, zoom: number): Point {
  const { left, top } = document.querySelector('[data-frame]')!.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
