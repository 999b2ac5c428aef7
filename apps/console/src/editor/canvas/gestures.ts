import type { PointerEvent } from 'react';
import { type LayerPath, type Point, type Rect } from '#libs/document';
import type { EditorModel } from '../model/editor-model.ts';
import { endEdit, isSelected, select } from '../model/editor-state.ts';
import type { Store } from '../model/store.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { rectBetween, selectTouched } from './band.ts';
import { type Gesture, handleDragged, moved, turnedTowards } from './box-drags.ts';
import type { Handle } from './handles.ts';
import { picked } from './picked.ts';
import type { Guide } from './snap.ts';

/** Distance within which a line attracts, in pixels of the screen. */
const REACH_PX = 6;

/** Lines that are shown during a gesture. */
export interface GestureLines {
  /** Lines to which the selection has snapped, in its parent. */
  readonly guides: readonly Guide[];
  /** A rectangle that is drawn beside layers. */
  readonly band?: Rect;
}

export const NO_LINES: GestureLines = { guides: [] };

/** The gesture of the pointer on the stage. */
export interface Gestures {
  /** Selects a layer and moves the selection. */
  readonly onPress: (path: LayerPath, event: PointerEvent) => void;
  /** Sizes the layer that is selected. */
  readonly onHandle: (handle: Handle, event: PointerEvent) => void;
  /** Turns the layer that is selected. */
  readonly onTurn: (event: PointerEvent) => void;
  /** Selects the layers that a rectangle touches, which begins beside layers. */
  readonly onBand: (event: PointerEvent) => void;
}

/** @param zoom pixels of the screen for each pixel of the frame */
export function gesturesOn({ store, change }: EditorModel, lines: Store<GestureLines>, zoom: number): Gestures {
  const inFrame = ({ x, y }: Point): Point => ({ x: x / zoom, y: y / zoom });
  const begin = (event: PointerEvent): Gesture => ({ before: store.value(), name: `drag ${event.timeStamp}` });
  const end = () => {
    lines.change(() => NO_LINES);
    change(endEdit);
  };
  return {
    onPress: (path, event) => {
      const layer = picked(path, store.value().selection);
      const beside = event.shiftKey || event.ctrlKey || event.metaKey;
      // A press on one of several that are selected may begin a drag of all of them.
      const wasSelected = isSelected(store.value(), layer);
      if (!wasSelected || beside) change((before) => select(before, layer, beside));
      const gesture = begin(event);
      followPointer(event, {
        onMove: (by, move) => {
          const { step, guides } = moved(gesture, inFrame(by), move.altKey ? 0 : REACH_PX / zoom);
          lines.change(() => ({ guides }));
          change(step);
        },
        onEnd: (isDrag) => {
          end();
          if (!isDrag && wasSelected && !beside) change((before) => select(before, layer));
        },
      });
    },
    onHandle: (handle, event) => {
      event.stopPropagation();
      const gesture = begin(event);
      const onMove = (by: Point, move: globalThis.PointerEvent) =>
        change(handleDragged(gesture, handle, inFrame(by), move));
      followPointer(event, { onMove, onEnd: end });
    },
    onTurn: (event) => {
      event.stopPropagation();
      const gesture = begin(event);
      const onMove = (_: Point, move: globalThis.PointerEvent) =>
        change(turnedTowards(gesture, pointInFrame(move, zoom), move.shiftKey));
      followPointer(event, { onMove, onEnd: end });
    },
    onBand: (event) => {
      if (event.button !== 0) return;
      const from = pointInFrame(event, zoom);
      const onMove = (_: Point, move: globalThis.PointerEvent) => {
        const band = rectBetween(from, pointInFrame(move, zoom));
        lines.change(() => ({ guides: [], band }));
        change((state) => selectTouched(state, band));
      };
      followPointer(event, { onMove, onEnd: () => lines.change(() => NO_LINES) });
    },
  };
}

/** Place of the pointer in the frame, pixels from its corner. */
function pointInFrame({ clientX, clientY }: { clientX: number; clientY: number }, zoom: number): Point {
  const { left, top } = document.querySelector('[data-frame]')!.getBoundingClientRect();
  return { x: (clientX - left) / zoom, y: (clientY - top) / zoom };
}
