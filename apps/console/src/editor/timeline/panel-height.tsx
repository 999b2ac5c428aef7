import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { followPointer } from '../ui/follow-pointer.ts';
import styles from './timeline.module.css';

const KEPT = 'framewright-timeline-height';
const DEFAULT_PX = 232;
const LEAST_PX = 96;
const STEP_PX = 16;

/** The upper edge of the timeline, which makes it higher and lower by dragging and by arrow keys. It is kept in the browser. */
export function PanelHeight() {
  const ref = useRef<HTMLDivElement>(null);
  const [height, setHeight] = useState(() => Number(localStorage.getItem(KEPT)) || DEFAULT_PX);
  useLayoutEffect(() => {
    ref.current?.closest('main')?.style.setProperty('--time-height', `${height}px`);
    localStorage.setItem(KEPT, String(height));
  }, [height]);
  const put = (pixels: number) => setHeight(Math.round(Math.max(LEAST_PX, Math.min(pixels, mostPx()))));
  const drag = (event: PointerEvent) => {
    event.preventDefault();
    followPointer(event, { onMove: ({ y }) => put(height - y) });
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowUp: STEP_PX, ArrowDown: -STEP_PX }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    put(height + by);
  };
  return (
    <div
      ref={ref}
      className={styles.edge}
      role="separator"
      tabIndex={0}
      aria-label="Height of the timeline"
      aria-orientation="horizontal"
      aria-valuemin={LEAST_PX}
      aria-valuemax={mostPx()}
      aria-valuenow={height}
      data-own-keys
      onPointerDown={drag}
      onKeyDown={press}
      onDoubleClick={() => setHeight(DEFAULT_PX)}
    />
  );
}

function mostPx(): number {
  return Math.round(window.innerHeight * 0.7);
}
