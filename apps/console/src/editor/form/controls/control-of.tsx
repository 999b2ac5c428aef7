import { inText, type Json } from '../../document/json-path.ts';
import { useEditor } from '../../editor-model.ts';
import styles from '../form.module.css';
import type { ControlProps } from './control-props.ts';
import { ColorControl } from './color-control.tsx';
import { EasingControl } from './easing-control.tsx';
import { JsonControl } from './json-control.tsx';
import { NumberControl } from './number-control.tsx';

/** What the value of a property is edited with. */
export function ControlOf(props: ControlProps) {
  const { field, id, property, isFaulty } = props;
  switch (field.control.kind) {
    case 'number':
    case 'length':
      return <NumberControl {...props} range={field.control.range} isLength={field.control.kind === 'length'} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} options={field.control.options} />;
    case 'color':
    case 'paint':
      return <ColorControl {...props} />;
    case 'easing':
      return <EasingControl {...props} />;
    case 'font':
      return <FontControl {...props} />;
    case 'constant':
      return <code>{inText(property.value)}</code>;
    case 'json':
    case 'layers':
      return <JsonControl {...props} />;
    case 'text':
      if (field.control.lines) {
        return (
          <textarea
            id={id}
            className={styles.area}
            rows={3}
            {...textOf(props)}
            aria-invalid={isFaulty || undefined}
            maxLength={field.control.maxLength}
          />
        );
      }
      return <TextControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

/** Text as it is written. Nothing written means no value. */
function textOf({ field, property, id }: ControlProps) {
  return {
    value: inText(property.value),
    placeholder: typeof field.schema.default === 'string' ? field.schema.default : undefined,
    'aria-describedby': `${id}-fault`,
    onChange: (event: { target: { value: string } }) =>
      property.set(event.target.value === '' && !field.required ? undefined : event.target.value),
    onBlur: property.settle,
  };
}

function TextControl(props: ControlProps) {
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

function FontControl(props: ControlProps) {
  const { fonts, document } = useEditor();
  const own = (document['fonts'] ?? []) as unknown as readonly { family?: string }[];
  const families = [...new Set([...own.map(({ family }) => family ?? ''), ...fonts])].filter((family) => family !== '');
  const { value } = props.property;
  return (
    <select
      id={props.id}
      className={styles.select}
      value={typeof value === 'string' ? value : ''}
      aria-invalid={props.isFaulty || undefined}
      onChange={(event) => props.property.set(event.target.value === '' ? undefined : event.target.value)}
      onBlur={props.property.settle}
    >
      <option value="">{inText(props.field.schema.default ?? 'Default')}</option>
      {typeof value === 'string' && !families.includes(value) && <option value={value}>{value}</option>}
      {families.map((family) => (
        <option key={family} value={family}>
          {family}
        </option>
      ))}
    </select>
  );
}

function BooleanControl({ field, id, property }: ControlProps) {
  const isOn = typeof property.value === 'boolean' ? property.value : field.schema.default === true;
  return (
    <input
      id={id}
      type="checkbox"
      className={styles.check}
      checked={isOn}
      onChange={(event) => {
        property.set(event.target.checked);
        property.settle();
      }}
    />
  );
}

function ChoiceControl({ field, id, property, isFaulty, options }: ControlProps & { options: readonly Json[] }) {
  const value = property.value === undefined ? '' : JSON.stringify(property.value);
  const known = options.map((option) => JSON.stringify(option));
  const fallback = field.schema.default;
  return (
    <select
      id={id}
      className={styles.select}
      value={value}
      aria-invalid={isFaulty || undefined}
      onChange={(event) => {
        property.set(event.target.value === '' ? undefined : (JSON.parse(event.target.value) as Json));
        property.settle();
      }}
    >
      {!field.required && <option value="">{fallback === undefined ? 'None' : `Default: ${inText(fallback)}`}</option>}
      {value !== '' && !known.includes(value) && <option value={value}>{inText(property.value)}</option>}
      {options.map((option) => (
        <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
          {option === true ? 'On' : option === false ? 'Off' : inText(option).replaceAll('_', ' ')}
        </option>
      ))}
    </select>
  );
}
