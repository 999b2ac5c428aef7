import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { GRADIENT_FORMS, type GradientForm } from '#libs/document';
import { followPointer } from '../../ui/follow-pointer.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import styles from '../form.module.css';
import {
  type Gradient,
  gradientFrom,
  gradientOf,
  gradientText,
  withAngle,
  withForm,
  withNewStop,
  withoutStop,
  withStop,
} from '../gradient.ts';
import { ColorControl, hexOf } from './color-control.tsx';
import type { ControlProps } from './control-props.ts';
import { NumberControl } from './number-control.tsx';

const ANGLES = { min: -360, max: 360, aboveMin: false, step: 1 };
const PLACES = { min: 0, max: 100, aboveMin: false, step: 1 };

/** A color or a gradient. A gradient has a bar with its colors, which are dragged to their places. */
export function PaintControl(props: ControlProps) {
  const { field, property } = props;
  const text = typeof property.value === 'string' ? property.value : '';
  const gradient = gradientOf(text);
  const fallback = typeof field.schema.default === 'string' ? field.schema.default : '#0f766e';
  const isText = gradient === undefined && /gradient\(/i.test(text);
  const choose = (form: string) => {
    const next = isForm(form)
      ? gradientText(gradient ? withForm(gradient, form) : gradientFrom(isText || text === '' ? fallback : text))
      : (gradient?.stops[0]?.color ?? fallback);
    property.set(next);
    property.settle();
  };
  return (
    <div className={styles.paint}>
      <ColorControl {...props} />
      <select
        className={styles.select}
        aria-label={`Kind of ${field.label.toLowerCase()}`}
        value={gradient?.form ?? 'solid'}
        onChange={(event) => choose(event.target.value)}
      >
        <option value="solid">{isText ? 'Gradient as text' : 'One color'}</option>
        {GRADIENT_FORMS.map((form) => (
          <option key={form} value={form}>
            {`${form.charAt(0).toUpperCase()}${form.slice(1)} gradient`}
          </option>
        ))}
      </select>
      {gradient && (
        <GradientEditor
          {...props}
          gradient={gradient}
          onGradient={(next) => property.set(gradientText(next))}
          onEnd={property.settle}
        />
      )}
    </div>
  );
}

function isForm(text: string): text is GradientForm {
  return (GRADIENT_FORMS as readonly string[]).includes(text);
}

interface GradientEditorProps extends ControlProps {
  gradient: Gradient;
  onGradient: (gradient: Gradient) => void;
  onEnd: () => void;
}

function GradientEditor({ field, id, gradient, onGradient, onEnd }: GradientEditorProps) {
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, gradient.stops.length - 1);
  const stop = gradient.stops[index]!;
  const put = (next: Gradient, position = index) => {
    onGradient(next);
    setChosen(position);
    onEnd();
  };
  const number = (name: string, value: number, range: typeof ANGLES, set: (value: number) => Gradient) => (
    <label className={styles.row}>
      <span className={styles.label}>{name}</span>
      <NumberControl
        field={{ ...field, label: name, required: true, schema: {} }}
        id={`${id}-${name}`}
        property={{ value, set: (next) => typeof next === 'number' && onGradient(set(next)), settle: onEnd }}
        isFaulty={false}
        range={range}
        isLength={false}
      />
    </label>
  );
  return (
    <div className={styles.gradient} role="group" aria-label={`Gradient of ${field.label.toLowerCase()}`}>
      <StopBar gradient={gradient} chosen={index} onChoose={setChosen} onGradient={onGradient} onEnd={onEnd} />
      <div className={styles.stop}>
        <span className={styles.swatch} style={{ background: stop.color }}>
          <input
            type="color"
            aria-label={`Color ${index + 1} of the gradient`}
            value={hexOf(stop.color)}
            onChange={(event) => onGradient(withStop(gradient, index, { color: event.target.value }))}
            onBlur={onEnd}
          />
        </span>
        {number('Place', stop.at, PLACES, (at) => withStop(gradient, index, { at }))}
        <ToolButton
          icon="trash"
          label={`Remove color ${index + 1} of the gradient`}
          disabled={gradient.stops.length <= 2}
          onClick={() => put(withoutStop(gradient, index), Math.max(0, index - 1))}
        />
        <ToolButton icon="plus" label="Add a color to the gradient" onClick={() => put(withNewStop(gradient))} />
      </div>
      {gradient.angle !== null && number('Angle', gradient.angle, ANGLES, (angle) => withAngle(gradient, angle))}
    </div>
  );
}

interface StopBarProps {
  gradient: Gradient;
  chosen: number;
  onChoose: (index: number) => void;
  onGradient: (gradient: Gradient) => void;
  onEnd: () => void;
}

/** The way from the first color to the last, with a handle for each. */
function StopBar({ gradient, chosen, onChoose, onGradient, onEnd }: StopBarProps) {
  const drag = (index: number, event: PointerEvent<HTMLElement>) => {
    onChoose(index);
    const { width } = event.currentTarget.parentElement!.getBoundingClientRect();
    const from = gradient.stops[index]!.at;
    followPointer(event, {
      onMove: ({ x }) => onGradient(withStop(gradient, index, { at: from + (x / width) * 100 })),
      onEnd,
    });
  };
  const press = (index: number, event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onGradient(withStop(gradient, index, { at: gradient.stops[index]!.at + by * (event.shiftKey ? 10 : 1) }));
  };
  const colors = gradient.stops.map(({ color, at }) => `${color} ${at}%`).join(', ');
  return (
    <div className={styles.bar} style={{ background: `linear-gradient(90deg, ${colors})` }}>
      {gradient.stops.map(({ color, at }, index) => (
        <span
          key={index}
          className={styles.knob}
          data-chosen={index === chosen}
          style={{ left: `${at}%`, background: color }}
          role="slider"
          tabIndex={0}
          aria-label={`Place of color ${index + 1}`}
          aria-valuemin={0}
          aria-valuemax={100}
          aria-valuenow={at}
          aria-valuetext={`${color} at ${at} per cent`}
          onFocus={() => onChoose(index)}
          onPointerDown={(event) => drag(index, event)}
          onKeyDown={(event) => press(index, event)}
          onBlur={onEnd}
        />
      ))}
    </div>
  );
}
