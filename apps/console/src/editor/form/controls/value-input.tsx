import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';

interface ValueInputProps extends Pick<ControlProps, 'id' | 'property' | 'isFaulty'> {
  /** The value that counts while nothing is set. */
  fallback: string | undefined;
  spellCheck?: boolean;
}

/** The text of a value beside a control that picks it. Without text nothing is set. */
export function ValueInput({ id, property, isFaulty, fallback, spellCheck }: ValueInputProps) {
  return (
    <input
      id={id}
      type="text"
      className={styles.input}
      value={typeof property.value === 'string' ? property.value : ''}
      placeholder={fallback}
      spellCheck={spellCheck}
      aria-invalid={isFaulty || undefined}
      aria-describedby={`${id}-fault`}
      onChange={(event) => property.set(event.target.value === '' ? undefined : event.target.value)}
      onBlur={property.settle}
    />
  );
}
