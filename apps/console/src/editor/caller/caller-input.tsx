import { inText, type Json, objectOf } from '#libs/document';
import type { TemplateField } from '../../api/template-fields.ts';
import form from '../form/form.module.css';
import { parsedJson } from '../../ui/json-value.ts';
import { ToolButton } from '../ui/tool-button.tsx';
import type { CallerInputProps } from './caller-input-props.ts';
import { CallerItems } from './caller-items.tsx';
import styles from './caller-panel.module.css';

/** A field under the label of its variable, with the help for those who give the value. */
export function CallerInput({ field, value, onValue }: CallerInputProps) {
  const { label, description } = field.variable ?? {};
  return (
    <div className={styles.field}>
      <span className={styles.path} title={field.path}>
        {label ?? field.path}
      </span>
      <CallerControl field={field} value={value} onValue={onValue} />
      {value !== undefined && (
        <ToolButton icon="close" label={`Clear ${field.path}`} onClick={() => onValue(undefined)} />
      )}
      {description !== undefined && <p className={styles.help}>{description}</p>}
    </div>
  );
}

function CallerControl(props: CallerInputProps) {
  const { field, value, onValue } = props;
  if (field.choices !== null || field.kind === 'boolean') return <CallerChoice {...props} />;
  switch (field.kind) {
    case 'point':
      return <CallerPoint {...props} />;
    case 'money':
      return <CallerMoney {...props} />;
    case 'list':
      return <CallerItems {...props} />;
    case 'number':
      return <CallerNumber field={field} value={value} label={field.path} sample={field.sample} onNumber={onValue} />;
    default:
      return <CallerText {...props} />;
  }
}

function CallerText({ field, value, onValue }: CallerInputProps) {
  const text = value === undefined ? '' : inText(value);
  // A date may have a time, too, which the browser's picker of days would lose.
  const isDay = field.kind === 'date' && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text));
  return (
    <input
      className={form.input}
      aria-label={field.path}
      placeholder={sampleOf(field)}
      type={isDay ? 'date' : 'text'}
      maxLength={field.max_length ?? undefined}
      value={text}
      onChange={({ target }) => onValue(target.value === '' ? undefined : valueOf(field, target.value))}
    />
  );
}

interface CallerNumberProps {
  field: TemplateField;
  value: Json | undefined;
  label: string;
  sample: unknown;
  onNumber: (value: number | undefined) => void;
}

function CallerNumber({ field, value, label, sample, onNumber }: CallerNumberProps) {
  return (
    <input
      className={form.input}
      aria-label={label}
      placeholder={sample === null ? '' : inText(sample)}
      type="number"
      step="any"
      min={field.minimum ?? undefined}
      max={field.maximum ?? undefined}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target: { valueAsNumber } }) => onNumber(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)}
    />
  );
}

/** An amount and the code of its currency. */
function CallerMoney({ field, value, onValue }: CallerInputProps) {
  const sample = objectOf(field.sample);
  const money = objectOf(value);
  const amount = money?.['amount'] ?? sample?.['amount'] ?? 0;
  const currency = money?.['currency'] ?? sample?.['currency'] ?? '';
  return (
    <span className={styles.money}>
      <CallerNumber
        field={field}
        value={money?.['amount']}
        label={`${field.path}.amount`}
        sample={amount}
        onNumber={(next) => onValue(next === undefined ? undefined : { amount: next, currency })}
      />
      <input
        className={form.input}
        aria-label={`${field.path}.currency`}
        type="text"
        maxLength={3}
        placeholder="EUR"
        value={inText(currency)}
        onChange={({ target }) => onValue({ amount, currency: target.value.toUpperCase() })}
      />
    </span>
  );
}

/** The coordinates of a point of a picture, from 0 to 1. */
function CallerPoint({ field, value, onValue }: CallerInputProps) {
  const point = { x: 0.5, y: 0.5, ...objectOf(field.sample), ...objectOf(value) };
  return (['x', 'y'] as const).map((axis) => (
    <input
      key={axis}
      className={form.input}
      aria-label={`${field.path}.${axis}`}
      type="number"
      step="any"
      min={0}
      max={1}
      value={typeof point[axis] === 'number' ? point[axis] : ''}
      onChange={({ target: { valueAsNumber } }) =>
        onValue(Number.isNaN(valueAsNumber) ? undefined : { ...point, [axis]: valueAsNumber })
      }
    />
  ));
}

/** The value that a text stands for: digits are pixels of a length. */
function valueOf({ kind }: TemplateField, text: string): Json {
  return kind === 'length' && /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}

function CallerChoice({ field, value, onValue }: CallerInputProps) {
  const choices = field.choices ?? [true, false];
  const labels = new Map(field.variable?.options?.map((option) => [option.value, option.label]));
  return (
    <select
      className={form.select}
      aria-label={field.path}
      value={value === undefined ? '' : JSON.stringify(value)}
      onChange={(event) => onValue(parsedJson(event.target.value))}
    >
      <option value="">{sampleOf(field)}</option>
      {choices.map((choice) => (
        <option key={JSON.stringify(choice)} value={JSON.stringify(choice)}>
          {labels.get(inText(choice)) ?? inText(choice)}
        </option>
      ))}
    </select>
  );
}

function sampleOf({ sample }: TemplateField): string {
  return sample === null ? '' : inText(sample);
}
