import type { PointerEvent as ReactPointerEvent } from 'react';
import { type Point } from '#libs/document';
import { Store } from '../../ui/store.ts';

/** Distance in pixels of the screen below which a press is a click, not a drag. */
const CLICK_PX = 3;

/** An attribute of the page during a drag, in which nothing but the drag follows the pointer. */
const DRAGGING = 'data-dragging';

/** Whether something is dragged. */
export const isDragging = new Store(false);

isDragging.subscribe(() => document.documentElement.toggleAttribute(DRAGGING, isDragging.value()));

interface Drag {
  /** `by` is the way from where the pointer was pressed, in pixels of the screen. */
  readonly onMove: (by: Point, event: PointerEvent) => void;
  /** `isDrag`: the pointer has moved. */
  readonly onEnd?: (isDrag: boolean) => void;
}

/** Follows the pointer from its press until it is released, wherever it goes. It keeps the look that it was pressed with. */
export function followPointer(press: ReactPointerEvent, { onMove, onEnd }: Drag): void {
  const { pointerId, clientX, clientY } = press;
  const { style } = document.documentElement;
  const cursor = press.target instanceof Element ? getComputedStyle(press.target).cursor : '';
  let isDrag = false;
  const move = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    const by = { x: event.clientX - clientX, y: event.clientY - clientY };
    if (!isDrag && Math.hypot(by.x, by.y) < CLICK_PX) return;
    if (!isDrag) style.cursor = cursor;
    isDrag = true;
    isDragging.change(() => true);
    onMove(by, event);
  };
  const end = (event: PointerEvent) => {
    if (event.pointerId !== pointerId) return;
    style.cursor = '';
    window.removeEventListener('pointermove', move);
    window.removeEventListener('pointerup', end);
    window.removeEventListener('pointercancel', end);
    isDragging.change(() => false);
    onEnd?.(isDrag);
  };
  window.addEventListener('pointermove', move);
  window.addEventListener('pointerup', end);
  window.addEventListener('pointercancel', end);
}
