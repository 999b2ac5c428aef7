import { type InputHTMLAttributes, useId } from 'react';
import styles from './check-field.module.css';

interface CheckFieldProps extends Omit<InputHTMLAttributes<HTMLInputElement>, 'type' | 'onChange'> {
  label: string;
  /** Meaning of the checked box. */
  hint?: string;
  onChecked?: (checked: boolean) => void;
}

/** A box to check, with its label beside it. */
export function CheckField({ label, hint, onChecked, ...input }: CheckFieldProps) {
  const id = useId();
  return (
    <div className={styles.field}>
      <input
        {...input}
        id={id}
        type="checkbox"
        className={styles.box}
        aria-describedby={hint === undefined ? undefined : `${id}-hint`}
        onChange={(event) => onChecked?.(event.target.checked)}
      />
      <div>
        <label htmlFor={id}>{label}</label>
        {hint !== undefined && (
          <p id={`${id}-hint`} className={styles.hint}>
            {hint}
          </p>
        )}
      </div>
    </div>
  );
}
