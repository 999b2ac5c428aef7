import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { Swatch } from '../../../ui/swatch.tsx';

/** A CSS color, or for a paint also a gradient: a swatch that opens the browser's picker, and the text itself. */
export function ColorControl({ field, id, property, isFaulty }: ControlProps) {
  const fallback = typeof field.schema.default === 'string' ? field.schema.default : undefined;
  const text = typeof property.value === 'string' ? property.value : '';
  return (
    <div className={styles.color}>
      <Swatch
        label={`Pick ${field.label.toLowerCase()}`}
        color={text || fallback}
        onColor={property.set}
        onEnd={property.settle}
      />
      <input
        id={id}
        type="text"
        className={styles.input}
        value={text}
        placeholder={fallback}
        spellCheck={false}
        aria-invalid={isFaulty || undefined}
        aria-describedby={`${id}-fault`}
        onChange={(event) => property.set(event.target.value === '' ? undefined : event.target.value)}
        onBlur={property.settle}
      />
    </div>
  );
}
