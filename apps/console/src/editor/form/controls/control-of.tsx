import { inText, isList, type Json } from '#libs/document';
import { parsedJson } from '../../../ui/json-value.ts';
import styles from '../form.module.css';
import type { Field } from '../../schema/layer-sections.ts';
import type { ControlProps } from './control-props.ts';
import { ColorControl } from './color-control.tsx';
import { FontControl } from './font-control.tsx';
import { EasingControl, VariableValueControl } from './late-controls.ts';
import { JsonControl } from './json-control.tsx';
import { NumberControl } from './number-control.tsx';
import { PaintControl } from './paint-control.tsx';
import { TextControl, textOf } from './text-control.tsx';
import { TimeControl } from './time-control.tsx';
import { UrlControl } from './url-control.tsx';

/** The control for the value of a property. */
export function ControlOf(props: ControlProps) {
  const { field, property } = props;
  switch (field.control.kind) {
    case 'number':
    case 'length':
      return <NumberControl {...props} range={field.control.range} isLength={field.control.kind === 'length'} />;
    case 'time':
      return <TimeControl {...props} control={field.control} />;
    case 'boolean':
      return <BooleanControl {...props} />;
    case 'choice':
      return <ChoiceControl {...props} options={field.control.options} />;
    case 'several':
      return <SeveralControl {...props} options={field.control.options} />;
    case 'color':
      return <ColorControl {...props} />;
    case 'paint':
      return <PaintControl {...props} />;
    case 'easing':
      return <EasingControl {...props} />;
    case 'font':
      return <FontControl {...props} />;
    case 'url':
      return <UrlControl {...props} />;
    case 'constant':
      return <code>{inText(property.value)}</code>;
    case 'json':
      if (property.path?.[0] === 'variables') return <VariableValueControl {...props} />;
      return <JsonControl {...props} />;
    case 'layers':
      return <JsonControl {...props} />;
    case 'text':
      if (field.control.lines) return <LinesControl {...props} maxLength={field.control.maxLength} />;
      return <TextControl {...props} />;
    default:
      return <TextControl {...props} />;
  }
}

function LinesControl({ maxLength, ...props }: ControlProps & { maxLength: number | undefined }) {
  return (
    <textarea
      id={props.id}
      className={styles.area}
      rows={3}
      dir="auto"
      {...textOf(props)}
      aria-invalid={props.isFaulty || undefined}
      maxLength={maxLength}
    />
  );
}

function BooleanControl(props: ControlProps) {
  const { field, id, property } = props;
  if (typeof property.value === 'string') return <TextControl {...props} />;
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

/** A box to check for each of the options. */
export function SeveralControl({ field, id, property, options }: ControlProps & { options: readonly Json[] }) {
  const chosen = isList(property.value) ? property.value : [];
  const put = (option: Json, isOn: boolean) => {
    const next = isOn ? [...chosen, option] : chosen.filter((each) => each !== option);
    property.set(next.length === 0 ? undefined : next);
    property.settle();
  };
  return (
    <div id={id} role="group" aria-label={field.label} className={styles.several}>
      {options.map((option) => (
        <label key={inText(option)}>
          <input
            type="checkbox"
            checked={chosen.includes(option)}
            onChange={(event) => put(option, event.target.checked)}
          />
          {inText(option).replaceAll('_', ' ')}
        </label>
      ))}
    </div>
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
        property.set(parsedJson(event.target.value));
        property.settle();
      }}
    >
      {!field.required && <option value="">{fallback === undefined ? 'None' : wordsOf(fallback, field)}</option>}
      {value !== '' && !known.includes(value) && <option value={value}>{inText(property.value)}</option>}
      {options.map((option) => (
        <option key={JSON.stringify(option)} value={JSON.stringify(option)}>
          {wordsOf(option, field)}
        </option>
      ))}
    </select>
  );
}

function wordsOf(option: Json, { words }: Field): string {
  if (words) return words(option);
  return option === true ? 'On' : option === false ? 'Off' : inText(option).replaceAll('_', ' ');
}
