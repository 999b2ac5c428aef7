import type { CSSProperties, KeyboardEvent, PointerEvent } from 'react';
import type { Point, Size } from '#libs/document';
import { arrowWay } from '../ui/arrow-way.ts';
import { followPointer } from '../ui/follow-pointer.ts';
import styles from './paint-marks.module.css';

/** A gradient or a list of shadows that is changed on the picture. Points are in pixels of the box of its layer. */
export interface MarkedPaint {
  readonly value: string;
  /** "fill color of card". */
  readonly words: string;
  readonly size: Size;
  readonly zoom: number;
  /** Size of a pixel of the screen. */
  readonly pixel: number;
  /** Scale of the box in the frame. */
  readonly scale: number;
  /** Changes made until `settle` are one step of undo. */
  readonly put: (value: string) => void;
  readonly settle: () => void;
  readonly pointAt: (event: { clientX: number; clientY: number }) => Point;
}

/** A move of a handle between two points of the box. */
export interface HandleMove {
  readonly from: Point;
  readonly to: Point;
  readonly isShifted: boolean;
}

/** Follows the pointer from its press with the points of the box that it passes. */
export function dragInBox(
  event: PointerEvent,
  { pointAt, settle }: MarkedPaint,
  onMove: (move: HandleMove) => void,
): void {
  event.stopPropagation();
  if (event.button !== 0) return;
  const from = pointAt(event);
  followPointer(event, {
    onMove: (_, move) => onMove({ from, to: pointAt(move), isShifted: move.shiftKey }),
    onEnd: settle,
  });
}

interface MarkHandleProps {
  paint: MarkedPaint;
  at: Point;
  kind: 'end' | 'stop' | 'shadow';
  label: string;
  color?: string;
  onMove: (move: HandleMove) => void;
  onRemove?: () => void;
}

/** A handle that moves by dragging and by arrow keys. */
export function MarkHandle({ paint, at, kind, label, color, onMove, onRemove }: MarkHandleProps) {
  const { zoom, scale, settle } = paint;
  const press = (event: KeyboardEvent<HTMLElement>) => {
    const way = arrowWay(event);
    if (way) {
      event.preventDefault();
      onMove({ from: at, to: { x: at.x + way.x, y: at.y + way.y }, isShifted: false });
    }
    if (onRemove && (event.key === 'Delete' || event.key === 'Backspace')) {
      event.preventDefault();
      const { previousElementSibling, nextElementSibling } = event.currentTarget;
      const isLast = !nextElementSibling?.hasAttribute('data-stop');
      if (isLast && previousElementSibling instanceof HTMLElement) previousElementSibling.focus();
      onRemove();
    }
  };
  const style: CSSProperties = {
    left: at.x * zoom,
    top: at.y * zoom,
    ...(scale !== 1 && { scale: String(1 / scale) }),
  };
  return (
    <button
      type="button"
      className={styles.handle}
      style={color === undefined ? style : { ...style, background: color }}
      data-kind={kind}
      data-stop={kind === 'stop' || undefined}
      aria-label={label}
      title={label}
      onPointerDown={(event) => dragInBox(event, paint, onMove)}
      onDoubleClick={(event) => event.stopPropagation()}
      onKeyDown={press}
      onBlur={settle}
    />
  );
}
