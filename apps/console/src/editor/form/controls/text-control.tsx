import { inText } from '#libs/document';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';

/** The properties of a text field. An empty field stands for no value. */
export function textOf({ field, property, id }: ControlProps) {
  return {
    value: inText(property.value),
    placeholder: typeof field.schema.default === 'string' ? field.schema.default : undefined,
    'aria-describedby': `${id}-fault`,
    onChange: (event: { target: { value: string } }) =>
      property.set(event.target.value === '' && !field.required ? undefined : event.target.value),
    onBlur: property.settle,
  };
}

export function TextControl(props: ControlProps) {
  return (
    <input
      id={props.id}
      type="text"
      className={styles.input}
      {...textOf(props)}
      aria-invalid={props.isFaulty || undefined}
    />
  );
}
