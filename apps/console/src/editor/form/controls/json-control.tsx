import { useState } from 'react';
import { inText } from '#libs/document';
import { parsedJson } from '../../../ui/json-value.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';

/**
 * A value for which there is no other control, as JSON. It is applied once it is valid. Where a text is allowed too,
 * anything that is no JSON is a text.
 */
export function JsonControl({ field, id, property, isFaulty }: ControlProps) {
  const isText = field.schema.anyOf?.some(({ type }) => type === 'string') === true;
  const [written, setWritten] = useState<string>();
  const shown =
    isText || property.value === undefined ? inText(property.value) : JSON.stringify(property.value, null, 1);
  const write = (text: string) => {
    setWritten(text);
    const value = parsedJson(text);
    if (value !== undefined || text.trim() === '') property.set(value);
    else if (isText) property.set(text);
  };
  return (
    <textarea
      id={id}
      className={`${styles.area} ${styles.code}`}
      rows={isText ? 1 : 3}
      spellCheck={false}
      value={written ?? shown}
      aria-invalid={isFaulty || undefined}
      onChange={(event) => write(event.target.value)}
      onBlur={() => {
        setWritten(undefined);
        property.settle();
      }}
    />
  );
}
