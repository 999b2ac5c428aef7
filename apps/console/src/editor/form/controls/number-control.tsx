import { type KeyboardEvent, useState } from 'react';
import { inText, type Json } from '#libs/document';
import { followPointer } from '../../ui/follow-pointer.ts';
import { type NumberRange, withinRange } from '../../schema/control.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { readNumber, stepped } from './read-number.ts';

/** A number, or a length: pixels or a percentage. Arrow keys and dragging the grip change it by steps. */
export function NumberControl({
  field,
  id,
  property,
  isFaulty,
  range,
  isLength,
}: ControlProps & { range: NumberRange; isLength: boolean }) {
  // The entered text stays as it is, also while it is no number yet.
  const [written, setWritten] = useState<string>();
  const shown = inText(property.value);
  const fallback = field.schema.default;
  const put = (value: Json | undefined) => {
    setWritten(undefined);
    property.set(value);
  };
  const write = (text: string) => {
    setWritten(text);
    const value = readNumber(text, isLength);
    if (value !== null) property.set(value === '' && !field.required ? undefined : value);
  };
  const base = () => property.value ?? fallback ?? range.min ?? 0;
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'ArrowUp' && event.key !== 'ArrowDown') return;
    event.preventDefault();
    const steps = (event.key === 'ArrowUp' ? 1 : -1) * (event.shiftKey ? 10 : 1);
    put(stepped(base(), steps, range));
  };
  return (
    <div className={styles.number}>
      <span
        className={styles.grip}
        aria-hidden="true"
        onPointerDown={(event) => {
          const from = base();
          event.preventDefault();
          followPointer(event, {
            onMove: ({ x }) => put(stepped(from, Math.round(x / 2), range)),
            onEnd: property.settle,
          });
        }}
      />
      <input
        id={id}
        type="text"
        inputMode={isLength ? 'text' : 'decimal'}
        className={styles.input}
        value={written ?? shown}
        placeholder={fallback === undefined ? undefined : inText(fallback)}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => write(event.target.value)}
        onKeyDown={onKeyDown}
        onBlur={() => {
          setWritten(undefined);
          if (typeof property.value === 'number') property.set(withinRange(property.value, range));
          property.settle();
        }}
      />
    </div>
  );
}
