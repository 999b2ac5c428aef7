import { type PointerEvent, useCallback, useEffect, useEffectEvent, useLayoutEffect, useRef, useState } from 'react';
import { type Point, type Size } from '#libs/document';
import { zoomedBy } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import { useFit } from './use-fit.ts';

/** Zoom for each pixel that the wheel scrolls: a notch zooms by about a fifth. */
export const WHEEL = 0.002;

/** The part of the frame that the stage shows, and its size. */
export interface StageView {
  /** Pixels of the screen for each pixel of the frame. */
  readonly zoom: number;
  /** The zoom at which the whole frame is seen. */
  readonly fit: number;
  /** Whether the stage shows the frame larger than fits the view. */
  readonly isZoomed: boolean;
  /** Ref of the element that the stage may fill; its size decides `fit`. */
  readonly roomRef: (element: HTMLElement | null) => (() => void) | undefined;
  /** Ref of the element that scrolls. */
  readonly scrollerRef: (element: HTMLElement | null) => void;
  readonly onScroll: () => void;
  /** Moves the view with the pointer, from its press on. */
  readonly onPan: (event: PointerEvent) => void;
}

/**
 * The zoom of the stage. The wheel with Ctrl zooms at the pointer, buttons and keys at the middle of the view. The
 * point of the frame at that place stays there.
 */
export function useZoom(size: Size): StageView {
  const { change } = useEditor();
  const wanted = useEditorState((state) => state.zoom);
  const { ref: roomRef, zoom: fit } = useFit(size);
  const [room, scrollerRef] = useState<HTMLElement | null>(null);
  const still = useRef<{ share: Point; at?: Point }>({ share: { x: 0.5, y: 0.5 } });
  const zoom = fit * wanted;

  const onScroll = useCallback(() => {
    if (room) still.current = { share: shareAt(room, middleOf(room)) };
  }, [room]);
  useWheel(room, (at, factor) => {
    if (room) still.current = { share: shareAt(room, at), at };
    change((before) => zoomedBy(before, factor));
  });
  useLayoutEffect(() => {
    const shown = room && frameIn(room);
    if (!room || !shown) return;
    const { share, at = middleOf(room) } = still.current;
    room.scrollBy({
      left: shown.left + share.x * shown.width - at.x,
      top: shown.top + share.y * shown.height - at.y,
      behavior: 'instant',
    });
    onScroll();
  }, [zoom, room, onScroll]);
  const onPan = (press: PointerEvent) => {
    press.preventDefault();
    followPointer(press, {
      onMove: (_, { movementX, movementY }) => {
        room?.scrollBy({ left: -movementX, top: -movementY, behavior: 'instant' });
      },
    });
  };
  return { zoom, fit, isZoomed: wanted > 1, roomRef, scrollerRef, onScroll, onPan };
}

/** Calls `onZoom` when the wheel is turned with Ctrl, with the place of the pointer on the screen. */
function useWheel(room: HTMLElement | null, onZoom: (at: Point, factor: number) => void): void {
  const onWheel = useEffectEvent((event: WheelEvent) => {
    if (!(event.ctrlKey || event.metaKey)) return;
    event.preventDefault();
    onZoom({ x: event.clientX, y: event.clientY }, Math.exp(-event.deltaY * WHEEL));
  });
  useEffect(() => {
    const listener = (event: WheelEvent) => onWheel(event);
    room?.addEventListener('wheel', listener, { passive: false }); // the browser would zoom its page
    return () => room?.removeEventListener('wheel', listener);
  }, [room]);
}

function frameIn(room: Element): DOMRect | undefined {
  return room.querySelector('[data-frame]')?.getBoundingClientRect();
}

function middleOf(room: Element): Point {
  const { left, top, width, height } = room.getBoundingClientRect();
  return { x: left + width / 2, y: top + height / 2 };
}

/** The point of the frame at a point of the screen, as a share of its width and height. */
function shareAt(room: Element, { x, y }: Point): Point {
  const shown = frameIn(room);
  if (!shown || shown.width === 0) return { x: 0.5, y: 0.5 };
  return { x: (x - shown.left) / shown.width, y: (y - shown.top) / shown.height };
}
