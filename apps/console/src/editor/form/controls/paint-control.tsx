import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { GRADIENT_FORMS, type GradientForm } from '#libs/document';
import { followPointer } from '../../ui/follow-pointer.ts';
import { ToolButton } from '../../ui/tool-button.tsx';
import type { NumberRange } from '../../schema/control.ts';
import styles from '../form.module.css';
import {
  type EditableGradient,
  type GradientStop,
  gradientFrom,
  gradientOf,
  gradientText,
  withAngle,
  withForm,
  withNewStop,
  withoutStop,
  withStop,
} from '../../model/gradient.ts';
import { ColorControl } from './color-control.tsx';
import type { ControlProps } from './control-props.ts';
import { NumberControl } from './number-control.tsx';
import { Swatch } from '../../../ui/swatch.tsx';

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
  return GRADIENT_FORMS.some((form) => form === text);
}

interface GradientEditorProps extends ControlProps {
  gradient: EditableGradient;
  onGradient: (gradient: EditableGradient) => void;
  onEnd: () => void;
}

function GradientEditor(props: GradientEditorProps) {
  const { field, id, gradient, onGradient, onEnd } = props;
  const [chosen, setChosen] = useState(0);
  const index = Math.min(chosen, gradient.stops.length - 1);
  return (
    <div className={styles.gradient} role="group" aria-label={`Gradient of ${field.label.toLowerCase()}`}>
      <StopBar {...props} index={index} onChoose={setChosen} />
      <StopFields {...props} index={index} onChoose={setChosen} />
      {gradient.angle !== null && (
        <GradientNumber
          field={field}
          id={id}
          name="Angle"
          range={ANGLES}
          value={gradient.angle}
          onValue={(angle) => onGradient(withAngle(gradient, angle))}
          onEnd={onEnd}
        />
      )}
    </div>
  );
}

interface StopsProps extends GradientEditorProps {
  /** The chosen color. */
  index: number;
  onChoose: (index: number) => void;
}

/** The color that is chosen, its place, and buttons that remove it and add another. */
function StopFields({ field, id, gradient, index, onChoose, onGradient, onEnd }: StopsProps) {
  const { color, at } = gradient.stops[index]!;
  const put = (next: EditableGradient, position: number) => {
    onGradient(next);
    onChoose(position);
    onEnd();
  };
  return (
    <div className={styles.stop}>
      <Swatch
        label={`Color ${index + 1} of the gradient`}
        color={color}
        onColor={(next) => onGradient(withStop(gradient, index, { color: next }))}
        onEnd={onEnd}
      />
      <GradientNumber
        field={field}
        id={id}
        name="Place"
        range={PLACES}
        value={at}
        onValue={(next) => onGradient(withStop(gradient, index, { at: next }))}
        onEnd={onEnd}
      />
      <ToolButton
        icon="trash"
        label={`Remove color ${index + 1} of the gradient`}
        disabled={gradient.stops.length <= 2}
        onClick={() => put(withoutStop(gradient, index), Math.max(0, index - 1))}
      />
      <ToolButton icon="plus" label="Add a color to the gradient" onClick={() => put(withNewStop(gradient), index)} />
    </div>
  );
}

interface GradientNumberProps extends Pick<GradientEditorProps, 'field' | 'id' | 'onEnd'> {
  name: string;
  range: NumberRange;
  value: number;
  onValue: (value: number) => void;
}

function GradientNumber({ field, id, name, range, value, onValue, onEnd }: GradientNumberProps) {
  return (
    <label className={styles.row}>
      <span className={styles.label}>{name}</span>
      <NumberControl
        field={{ ...field, label: name, required: true, schema: {} }}
        id={`${id}-${name}`}
        property={{ value, set: (next) => typeof next === 'number' && onValue(next), settle: onEnd }}
        isFaulty={false}
        range={range}
        isLength={false}
      />
    </label>
  );
}

/** The way from the first color to the last, with a handle for each. */
function StopBar({ gradient, index, onChoose, onGradient, onEnd }: StopsProps) {
  const colors = gradient.stops.map(({ color, at }) => `${color} ${at}%`).join(', ');
  return (
    <div className={styles.bar} style={{ background: `linear-gradient(90deg, ${colors})` }}>
      {gradient.stops.map((stop, each) => (
        <StopKnob
          key={each}
          stop={stop}
          label={`Place of color ${each + 1}`}
          isChosen={each === index}
          onChoose={() => onChoose(each)}
          onPlace={(at) => onGradient(withStop(gradient, each, { at }))}
          onEnd={onEnd}
        />
      ))}
    </div>
  );
}

interface StopKnobProps {
  stop: GradientStop;
  label: string;
  isChosen: boolean;
  onChoose: () => void;
  /** Moves the color, per cent of the way. */
  onPlace: (at: number) => void;
  onEnd: () => void;
}

function StopKnob({ stop: { color, at }, label, isChosen, onChoose, onPlace, onEnd }: StopKnobProps) {
  const drag = (event: PointerEvent<HTMLElement>) => {
    onChoose();
    const { width } = event.currentTarget.parentElement!.getBoundingClientRect();
    followPointer(event, { onMove: ({ x }) => onPlace(at + (x / width) * 100), onEnd });
  };
  const press = (event: KeyboardEvent) => {
    const by = { ArrowLeft: -1, ArrowRight: 1 }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    onPlace(at + by * (event.shiftKey ? 10 : 1));
  };
  return (
    <span
      className={styles.knob}
      data-chosen={isChosen}
      style={{ left: `${at}%`, background: color }}
      role="slider"
      tabIndex={0}
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={at}
      aria-valuetext={`${color} at ${at} per cent`}
      onFocus={onChoose}
      onPointerDown={drag}
      onKeyDown={press}
      onBlur={onEnd}
    />
  );
}
