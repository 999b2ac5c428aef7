import { useState } from 'react';
import form from '../form/form.module.css';
import type { CallerInputProps } from './caller-input-props.ts';
import styles from './caller-panel.module.css';
import { readItems } from './read-items.ts';

/** The items of a list as JSON. A text with a fault, which is shown, is no value. */
export function CallerJson({ field, value, onValue }: CallerInputProps) {
  const [written, setWritten] = useState<string>();
  const text = written ?? (value === undefined ? '' : JSON.stringify(value, null, 1));
  const { fault } = readItems(text);
  return (
    <>
      <textarea
        className={`${form.area} ${form.code}`}
        aria-label={field.path}
        rows={4}
        spellCheck={false}
        placeholder={field.sample === null ? '[{ }]' : JSON.stringify(field.sample, null, 1)}
        value={text}
        aria-invalid={fault !== undefined || undefined}
        onChange={({ target }) => {
          setWritten(target.value);
          onValue(readItems(target.value).items);
        }}
        onBlur={() => fault === undefined && setWritten(undefined)}
      />
      {fault !== undefined && (
        <p className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </>
  );
}
