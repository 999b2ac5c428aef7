import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  useId,
} from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';

interface FieldProps {
  label: string;
  /** A hint about filling in the field. */
  hint?: ReactNode;
  /** The fault of the entered value. */
  fault?: string | undefined;
  /** Whether only screen readers read the label. */
  isLabelHidden?: boolean;
}

interface Described {
  id: string;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/** A label, a control, and its note and fault, tied together for screen readers. */
function Field({
  label,
  hint,
  fault,
  isLabelHidden = false,
  children,
}: FieldProps & { children: (described: Described) => ReactNode }) {
  const id = useId();
  const notes = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(
    (note) => note !== false,
  );
  return (
    <div className={styles.field}>
      <label htmlFor={id} className={isLabelHidden ? 'visually-hidden' : styles.label}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
        'aria-invalid': fault === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className={styles.hint}>
          {hint}
        </p>
      )}
      {fault !== undefined && (
        <p id={`${id}-fault`} className={styles.fault} role="alert">
          {fault}
        </p>
      )}
    </div>
  );
}

/** Divides the properties into those of {@link Field} and those of its control. */
function divide<Properties extends FieldProps>({ label, hint, fault, isLabelHidden, ...control }: Properties) {
  return { field: { label, hint, fault, isLabelHidden }, control };
}

export function TextField(properties: FieldProps & InputHTMLAttributes<HTMLInputElement>) {
  const { field, control } = divide(properties);
  const className = classes(styles.control, control.className);
  return <Field {...field}>{(described) => <input {...control} {...described} className={className} />}</Field>;
}

export function TextAreaField(properties: FieldProps & TextareaHTMLAttributes<HTMLTextAreaElement>) {
  const { field, control } = divide(properties);
  const className = classes(styles.control, styles.area, control.className);
  return (
    <Field {...field}>{(described) => <textarea rows={4} {...control} {...described} className={className} />}</Field>
  );
}

interface SelectFieldProps extends FieldProps, Omit<SelectHTMLAttributes<HTMLSelectElement>, 'onChange'> {
  options: readonly { value: string; label: string }[];
  onValue: (value: string) => void;
}

export function SelectField({ options, onValue, className, ...properties }: SelectFieldProps) {
  const { field, control } = divide(properties);
  return (
    <Field {...field}>
      {(described) => (
        <select
          {...control}
          {...described}
          className={classes(styles.control, styles.select, className)}
          onChange={(event) => onValue(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  );
}
