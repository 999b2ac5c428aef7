import { type KeyboardEvent, type PointerEvent, useId } from 'react';
import { type Curve, curveOf, EASINGS, easingOf } from '../easing-curve.ts';
import { followPointer } from '../../ui/follow-pointer.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';

const SIDE = 96;

/** An easing by its name, and its curve, whose two points can be dragged or moved by arrow keys. */
export function EasingControl({ field, id, property, isFaulty }: ControlProps) {
  const names = useId();
  const text = typeof property.value === 'string' ? property.value : '';
  const fallback = typeof field.schema.default === 'string' ? field.schema.default : 'ease-out';
  const curve = curveOf(text || fallback);
  return (
    <div className={styles.easing}>
      <input
        id={id}
        type="text"
        list={names}
        className={styles.input}
        value={text}
        placeholder={fallback}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => property.set(event.target.value === '' ? undefined : event.target.value)}
        onBlur={property.settle}
      />
      <datalist id={names}>
        {EASINGS.map((name) => (
          <option key={name} value={name} />
        ))}
      </datalist>
      {curve && <CurveEditor curve={curve} onCurve={(next) => property.set(easingOf(next))} onEnd={property.settle} />}
    </div>
  );
}

interface CurveEditorProps {
  curve: Curve;
  onCurve: (curve: Curve) => void;
  onEnd: () => void;
}

function CurveEditor({ curve, onCurve, onEnd }: CurveEditorProps) {
  const [x1, y1, x2, y2] = curve;
  const at = (x: number, y: number) => `${x * SIDE} ${(1 - y) * SIDE}`;
  const moved = (point: 0 | 1, by: { x: number; y: number }): Curve =>
    curve.map((value, index) =>
      index >> 1 === point ? value + (index % 2 === 0 ? by.x : by.y) : value,
    ) as unknown as Curve;
  const drag = (point: 0 | 1, event: PointerEvent<SVGElement>) => {
    event.preventDefault();
    const scale = event.currentTarget.ownerSVGElement!.getBoundingClientRect().width / (SIDE * 1.2);
    followPointer(event, {
      onMove: ({ x, y }) => onCurve(moved(point, { x: x / scale / SIDE, y: -y / scale / SIDE })),
      onEnd,
    });
  };
  const press = (point: 0 | 1, event: KeyboardEvent) => {
    const by = { ArrowLeft: [-0.05, 0], ArrowRight: [0.05, 0], ArrowUp: [0, 0.05], ArrowDown: [0, -0.05] }[event.key];
    if (!by) return;
    event.preventDefault();
    onCurve(moved(point, { x: by[0]!, y: by[1]! }));
  };
  const points = [
    [x1, y1],
    [x2, y2],
  ] as const;
  return (
    <svg
      className={styles.curve}
      viewBox={`${-0.1 * SIDE} ${-0.35 * SIDE} ${SIDE * 1.2} ${SIDE * 1.7}`}
      role="group"
      aria-label="Curve"
    >
      <rect width={SIDE} height={SIDE} className={styles.grid} />
      <path d={`M${at(0, 0)} L${at(x1, y1)} M${at(1, 1)} L${at(x2, y2)}`} className={styles.arm} />
      <path d={`M${at(0, 0)} C${at(x1, y1)} ${at(x2, y2)} ${at(1, 1)}`} className={styles.line} />
      {points.map(([x, y], index) => (
        <circle
          key={index}
          cx={x * SIDE}
          cy={(1 - y) * SIDE}
          r={5}
          className={styles.point}
          tabIndex={0}
          role="slider"
          aria-label={index === 0 ? 'First point of the curve' : 'Second point of the curve'}
          aria-valuenow={y}
          aria-valuetext={`Time ${x}, value ${y}`}
          onPointerDown={(event) => drag(index as 0 | 1, event)}
          onKeyDown={(event) => press(index as 0 | 1, event)}
          onBlur={onEnd}
        />
      ))}
    </svg>
  );
}
