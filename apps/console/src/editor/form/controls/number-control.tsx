import { type KeyboardEvent, type PointerEvent, useState } from 'react';
import { inText, type Json } from '#libs/document';
import { followPointer } from '../../ui/follow-pointer.ts';
import { type NumberRange, withinRange } from '../../schema/control.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { readNumber, stepped } from './read-number.ts';

interface NumberControlProps extends ControlProps {
  range: NumberRange;
  isLength: boolean;
}

/** A number, or a length: pixels, with a unit, or `auto`. Arrow keys and dragging the grip change it by steps. */
export function NumberControl(props: NumberControlProps) {
  const { field, id, property, isFaulty, range, isLength } = props;
  const { text, put, write, leave } = useNumberText(props);
  const fallback = field.schema.default;
  const base = property.value ?? fallback ?? range.min ?? 0;
  const press = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const steps = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1);
    put(stepped(base, steps, range));
  };
  const drag = (event: PointerEvent) => {
    event.preventDefault();
    followPointer(event, {
      onMove: ({ x }) => put(stepped(base, Math.round(x / 2), range)),
      onEnd: property.settle,
    });
  };
  return (
    <div className={styles.number}>
      <span className={styles.grip} aria-hidden="true" onPointerDown={drag} />
      <input
        id={id}
        type="text"
        inputMode={isLength ? 'text' : 'decimal'}
        className={styles.input}
        value={text}
        placeholder={fallback === undefined ? undefined : inText(fallback)}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={press}
        onBlur={leave}
      />
    </div>
  );
}

/** The text of the number, which stays as it is entered until the control is left, also while it is no number yet. */
function useNumberText({ field, property, range, isLength }: NumberControlProps) {
  const [written, setWritten] = useState<string>();
  return {
    text: written ?? inText(property.value),
    put: (value: Json) => {
      setWritten(undefined);
      property.set(value);
    },
    write: (text: string) => {
      setWritten(text);
      const value = readNumber(text, isLength);
      if (value !== null) property.set(value === '' && !field.required ? undefined : value);
    },
    leave: () => {
      setWritten(undefined);
      if (typeof property.value === 'number') property.set(withinRange(property.value, range));
      property.settle();
    },
  };
}
