import type { PointerEvent as ReactPointerEvent } from 'react';
import { type Point } from '#libs/document';

/** Distance in pixels of the screen below which a press is a click, not a drag. */
const CLICK_PX = 3;

/** An attribute of the page during a drag, in which nothing but the drag follows the pointer. */
const DRAGGING = 'data-dragging';

interface Drag {
  /** `by` is the way from where the pointer was pressed, in pixels of the screen. */
  readonly onMove: (by: Point, event: PointerEvent) => void;
  /** `isDrag`: the pointer has moved. */
  readonly onEnd?: (isDrag: boolean) => void;
}

/** Follows the pointer from its press until it is released, wherever it goes. */
export function followPointer(press: ReactPointerEvent, { onMove, onEnd }: Drag): void {
  const { pointerId, clientX, clientY } = press;
  let isDrag = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const by = { x: event.clientX - clientX, y: event.clientY - clientY };
    isDrag ||= Math.hypot(by.x, by.y) >= CLICK_PX;
    document.documentElement.toggleAttribute(DRAGGING, isDrag);
    if (isDrag) onMove(by, event);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    document.documentElement.removeAttribute(DRAGGING);
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    onEnd?.(isDrag);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}
