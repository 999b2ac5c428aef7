import type { ReactNode } from 'react';
import { SelectField } from './field.tsx';
import styles from './filters.module.css';

/** The row of fields above a list that choose what it shows. */
export function FilterBar({ children }: { children: ReactNode }) {
  return <div className={styles.filters}>{children}</div>;
}

interface FilterFieldProps<Value extends string> {
  label: string;
  /** The choice that shows all entries, e.g. `Every status`. */
  every: string;
  values: readonly Value[];
  labelOf?: (value: Value) => string;
  value: Value | undefined;
  onValue: (value: Value | undefined) => void;
}

/** One of the values of a property, or every one. */
export function FilterField<Value extends string>({
  label,
  every,
  values,
  labelOf = (value) => value,
  value,
  onValue,
}: FilterFieldProps<Value>) {
  return (
    <SelectField
      label={label}
      value={value ?? ''}
      options={[{ value: '', label: every }, ...values.map((each) => ({ value: each, label: labelOf(each) }))]}
      onValue={(text) => onValue(values.find((each) => each === text))}
    />
  );
}
