import { inText, type Json } from '#libs/document';
import type { TemplateField } from '../../api/template-fields.ts';
import { parsedJson } from '../../ui/json-value.ts';
import { SelectField, TextAreaField, TextField } from '../../ui/field.tsx';

interface MakerFieldProps {
  field: TemplateField;
  /** Undefined for the value of the template. */
  value: Json | undefined;
  onValue: (value: Json | undefined) => void;
  onFocus: () => void;
  onBlur: () => void;
}

/** A value of the playback, at first that of its template. */
export function MakerField({ field, value, onValue, onFocus, onBlur }: MakerFieldProps) {
  const { kind, choices, sample, max_length } = field;
  const label = labelOf(field);
  const shown = value ?? (sample as Json);
  const text = shown === null ? '' : inText(shown);
  const put = (next: string) => onValue(next === (sample === null ? '' : inText(sample)) ? undefined : next);
  const focus = { onFocus, onBlur };
  if (choices !== null || kind === 'boolean') {
    const options = (choices ?? [true, false]).map((choice) => ({
      value: JSON.stringify(choice),
      label: inText(choice),
    }));
    return (
      <SelectField
        label={label}
        value={JSON.stringify(shown)}
        options={options}
        onValue={(next) => onValue(parsedJson(next))}
      />
    );
  }
  if (kind === 'number') {
    const set = (next: number) => onValue(Number.isNaN(next) ? undefined : next);
    return (
      <TextField
        {...focus}
        label={label}
        type="number"
        step="any"
        value={text}
        onChange={({ target }) => set(target.valueAsNumber)}
      />
    );
  }
  if (kind === 'text') {
    const isLong = text.length > 30 || text.includes('\n');
    const length = max_length === null ? {} : { maxLength: max_length };
    return (
      <TextAreaField
        {...focus}
        {...length}
        label={label}
        rows={isLong ? 2 : 1}
        value={text}
        onChange={({ target }) => put(target.value)}
      />
    );
  }
  return <TextField {...focus} label={label} value={text} onChange={({ target }) => put(target.value)} />;
}

/** The label that the author gave, or the name of the layer or variable as words. */
function labelOf({ variable, layer, property }: TemplateField): string {
  const name = variable?.label ?? (layer ?? property).replaceAll('_', ' ');
  return name.charAt(0).toUpperCase() + name.slice(1);
}
