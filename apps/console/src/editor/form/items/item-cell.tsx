import { inText, type Json, objectOf } from '#libs/document';
import { parsedJson } from '../../../ui/json-value.ts';
import form from '../form.module.css';
import { cellValue } from './pasted-items.ts';
import type { ItemColumn } from './item-columns.ts';
import styles from './item-table.module.css';

interface ItemCellProps {
  column: ItemColumn;
  value: Json | undefined;
  label: string;
  /** Called with the value, or with undefined for that of the field. */
  onValue: (value: Json | undefined) => void;
}

/** A field of an item in the control of its type. */
export function ItemCell(props: ItemCellProps) {
  const { column, value, onValue } = props;
  switch (column.type) {
    case 'boolean':
    case 'enum':
      return <ChoiceCell {...props} />;
    case 'money':
      return typeof value === 'string' ? <TextCell {...props} isFaulty /> : <MoneyCell {...props} />;
    case 'number':
      if (typeof value === 'string') return <TextCell {...props} isFaulty />;
      return <NumberCell label={props.label} value={value} sample={column.sample} onNumber={onValue} />;
    default:
      return <TextCell {...props} />;
  }
}

function TextCell({ column, value, label, onValue, isFaulty = false }: ItemCellProps & { isFaulty?: boolean }) {
  const text = inText(value);
  const isDay = column.type === 'date' && (text === '' || /^\d{4}-\d{2}-\d{2}$/.test(text)); // a time would be lost
  return (
    <input
      className={form.input}
      aria-label={label}
      aria-invalid={isFaulty || undefined}
      type={isDay ? 'date' : 'text'}
      placeholder={inText(column.sample)}
      value={text}
      onChange={({ target }) => onValue(cellValue(target.value, column))}
    />
  );
}

interface NumberCellProps {
  label: string;
  value: Json | undefined;
  sample: unknown;
  onNumber: (value: number | undefined) => void;
}

function NumberCell({ label, value, sample, onNumber }: NumberCellProps) {
  return (
    <input
      className={form.input}
      aria-label={label}
      type="number"
      step="any"
      placeholder={inText(sample)}
      value={typeof value === 'number' ? value : ''}
      onChange={({ target: { valueAsNumber } }) => onNumber(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)}
    />
  );
}

/** An amount and the code of its currency. */
function MoneyCell({ column, value, label, onValue }: ItemCellProps) {
  const [money, sample] = [objectOf(value), objectOf(column.sample)];
  const currency = money?.['currency'] ?? sample?.['currency'] ?? '';
  const put = (amount: Json | undefined, code: Json) =>
    onValue(amount === undefined ? undefined : { amount, currency: code });
  return (
    <span className={styles.amount}>
      <NumberCell
        label={label}
        value={money?.['amount']}
        sample={sample?.['amount']}
        onNumber={(amount) => put(amount, currency)}
      />
      <input
        className={form.input}
        aria-label={`Currency of ${label}`}
        maxLength={3}
        placeholder="EUR"
        value={inText(currency)}
        onChange={({ target }) => put(money?.['amount'] ?? 0, target.value.toUpperCase())}
      />
    </span>
  );
}

function ChoiceCell({ column, value, label, onValue }: ItemCellProps) {
  const options =
    column.type === 'boolean'
      ? [
          { value: true, label: 'Yes' },
          { value: false, label: 'No' },
        ]
      : column.options;
  const isKnown = value === undefined || options.some((option) => option.value === value);
  return (
    <select
      className={form.select}
      aria-label={label}
      aria-invalid={!isKnown || undefined}
      value={value === undefined ? '' : JSON.stringify(value)}
      onChange={({ target }) => onValue(parsedJson(target.value))}
    >
      <option value="">{inText(column.sample)}</option>
      {!isKnown && <option value={JSON.stringify(value)}>{inText(value)}</option>}
      {options.map((option) => (
        <option key={option.label} value={JSON.stringify(option.value)}>
          {option.label}
        </option>
      ))}
    </select>
  );
}
