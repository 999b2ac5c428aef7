import {
  type InputHTMLAttributes,
  type ReactNode,
  type SelectHTMLAttributes,
  type TextareaHTMLAttributes,
  type SyntheticEvent,
  useId,
  useState,
} from 'react';
import { classes } from './classes.ts';
import styles from './field.module.css';
import { type CheckedControl, faultOfControl } from './validity.ts';

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
  onInvalid: (event: SyntheticEvent<CheckedControl>) => void;
  onInput: (event: SyntheticEvent<CheckedControl>) => void;
  'aria-describedby': string | undefined;
  'aria-invalid': true | undefined;
}

/**
 * A label, a control, and its note and fault, tied together for screen readers. What the browser finds wrong when the form
 * is sent is a fault too, in place of the browser's own bubble.
 */
function Field({
  label,
  hint,
  fault: given,
  isLabelHidden = false,
  isRequired = false,
  children,
}: FieldProps & { isRequired?: boolean | undefined; children: (described: Described) => ReactNode }) {
  const id = useId();
  const [found, setFound] = useState<string>();
  const fault = found ?? given;
  const notes = [hint !== undefined && `${id}-hint`, fault !== undefined && `${id}-fault`].filter(
    (note) => note !== false,
  );
  return (
    <div className={styles.field}>
      <label
        htmlFor={id}
        className={isLabelHidden ? 'visually-hidden' : classes(styles.label, isRequired && styles.required)}
      >
        {label}
      </label>
      {children({
        id,
        'aria-describedby': notes.length > 0 ? notes.join(' ') : undefined,
        'aria-invalid': fault === undefined ? undefined : true,
        onInvalid: (event) => {
          const control = event.currentTarget;
          event.preventDefault();
          setFound(faultOfControl(control));
          if (control.form?.querySelector(':is(input, select, textarea):invalid') === control) control.focus();
        },
        onInput: ({ currentTarget }) => found !== undefined && setFound(faultOfControl(currentTarget)),
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
function divide<Properties extends FieldProps & { required?: boolean | undefined }>({
  label,
  hint,
  fault,
  isLabelHidden,
  ...control
}: Properties) {
  return { field: { label, hint, fault, isLabelHidden, isRequired: control.required }, control };
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
