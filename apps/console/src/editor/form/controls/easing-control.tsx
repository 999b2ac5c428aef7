import type { KeyboardEvent, PointerEvent } from 'react';
import type { Point } from '#libs/document';
import { Icon } from '../../../ui/icon.tsx';
import { Popover } from '../../../ui/popover.tsx';
import { type Curve, curveOf, curveText } from '../../model/easing-curve.ts';
import { followPointer } from '../../ui/follow-pointer.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { EasingChoices } from './easing-choices.tsx';
import { ValueInput } from './value-input.tsx';

const SIDE = 96;
const STEP = 0.05;
const ARROWS: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -STEP, y: 0 },
  ArrowRight: { x: STEP, y: 0 },
  ArrowUp: { x: 0, y: STEP },
  ArrowDown: { x: 0, y: -STEP },
};

/** An easing by its name, and its curve, whose two points can be dragged or moved by arrow keys. */
export function EasingControl({ field, id, property, isFaulty }: ControlProps) {
  const text = typeof property.value === 'string' ? property.value : '';
  const fallback = typeof field.schema.default === 'string' ? field.schema.default : 'ease-out';
  const curve = curveOf(text || fallback);
  return (
    <div className={styles.easing}>
      <div className={styles.withButton}>
        <ValueInput id={id} property={property} isFaulty={isFaulty} fallback={fallback} />
        <Popover
          label={`Curves of ${field.label.toLowerCase()}`}
          className={styles.curves}
          face={<Icon name="curve" />}
          room={{ width: 330, height: 400 }}
        >
          {(close) => (
            <EasingChoices
              value={text || fallback}
              onChoose={(name) => {
                property.set(name);
                property.settle();
                close();
              }}
            />
          )}
        </Popover>
      </div>
      {curve && <CurveEditor curve={curve} onCurve={(next) => property.set(curveText(next))} onEnd={property.settle} />}
    </div>
  );
}

interface CurveEditorProps {
  curve: Curve;
  onCurve: (curve: Curve) => void;
  onEnd: () => void;
}

function CurveEditor({ curve: [x1, y1, x2, y2], onCurve, onEnd }: CurveEditorProps) {
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
      <CurvePoint
        label="First point of the curve"
        point={{ x: x1, y: y1 }}
        onPoint={({ x, y }) => onCurve([x, y, x2, y2])}
        onEnd={onEnd}
      />
      <CurvePoint
        label="Second point of the curve"
        point={{ x: x2, y: y2 }}
        onPoint={({ x, y }) => onCurve([x1, y1, x, y])}
        onEnd={onEnd}
      />
    </svg>
  );
}

function at(x: number, y: number): string {
  return `${x * SIDE} ${(1 - y) * SIDE}`;
}

interface CurvePointProps {
  label: string;
  point: Point;
  onPoint: (point: Point) => void;
  onEnd: () => void;
}

function CurvePoint({ label, point: { x, y }, onPoint, onEnd }: CurvePointProps) {
  const drag = (event: PointerEvent<SVGElement>) => {
    event.preventDefault();
    const side = event.currentTarget.ownerSVGElement!.getBoundingClientRect().width / 1.2;
    followPointer(event, { onMove: (by) => onPoint({ x: x + by.x / side, y: y - by.y / side }), onEnd });
  };
  const press = (event: KeyboardEvent) => {
    const by = ARROWS[event.key];
    if (!by) return;
    event.preventDefault();
    onPoint({ x: x + by.x, y: y + by.y });
  };
  return (
    <circle
      cx={x * SIDE}
      cy={(1 - y) * SIDE}
      r={5}
      className={styles.point}
      tabIndex={0}
      role="slider"
      aria-label={label}
      aria-valuenow={y}
      aria-valuetext={`Time ${x}, value ${y}`}
      onPointerDown={drag}
      onKeyDown={press}
      onBlur={onEnd}
    />
  );
}
