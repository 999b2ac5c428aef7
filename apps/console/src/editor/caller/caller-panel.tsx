import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { inText, type Json, type JsonObject, objectOf, pagesOf } from '#libs/document';
import { LANGUAGES, type Language, requestCode } from '../../api/request-code.ts';
import { type TemplateField, templateFieldsQuery } from '../../api/template-fields.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDraft } from '../draft/draft-scope.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { documentOf } from '../model/editor-state.ts';
import { parsedJson } from '../model/json-value.ts';
import form from '../form/form.module.css';
import { ToolButton } from '../ui/tool-button.tsx';
import styles from './caller-panel.module.css';
import { callerRequest, type CallerValues, type ChangedField, modificationsOf } from './caller-request.ts';
import { CallerStill } from './caller-still.tsx';

/**
 * The template as a caller sees it: the fields that one video may change, its picture, and its request.
 *
 * @param asked the first values of the fields
 */
export function CallerPanel({ asked }: { asked: CallerValues }) {
  const { templateId } = useEditor();
  const page = useEditorState((state) => Number(pagesOf(documentOf(state))[state.page]?.['number'] ?? 1));
  const { draft } = useDraft();
  const fields = useQuery(templateFieldsQuery(templateId, draft.latest_version));
  const [values, setValues] = useState(asked);
  const [isAll, setAll] = useState(false);
  const modifications = useMemo(() => modificationsOf(changedFields(fields.data ?? [], values)), [fields.data, values]);
  if (fields.error) return <ErrorState error={fields.error} onRetry={() => void fields.refetch()} />;
  if (!fields.data) return <Skeleton lines={6} height={28} />;

  const here = fields.data.filter((field) => field.page === null || field.page === page);
  const shown = here.filter((field) => isAll || field.is_set || values.has(field.path));
  return (
    <div className={styles.panel}>
      <p className={styles.note}>
        What a request may change in the newest published version. The template itself stays as it is.
      </p>
      <CallerStill modifications={modifications} />
      <ul className={styles.fields}>
        {shown.map((field) => (
          <li key={field.path}>
            <CallerInput
              field={field}
              value={values.get(field.path)}
              onValue={(value) => setValues(withChange(values, field.path, value))}
            />
          </li>
        ))}
      </ul>
      {shown.length === 0 && <p className={styles.note}>Nothing on this page has a value of its own.</p>}
      <label className={styles.all}>
        <input type="checkbox" checked={isAll} onChange={(event) => setAll(event.target.checked)} />
        Also properties that have their default
      </label>
      <Request templateId={templateId} modifications={modifications} />
    </div>
  );
}

function changedFields(fields: readonly TemplateField[], values: CallerValues): readonly ChangedField[] {
  return fields.flatMap((field) => {
    const value = values.get(field.path);
    return value === undefined ? [] : [{ ...field, value }];
  });
}

function withChange(values: CallerValues, path: string, value: Json | undefined): CallerValues {
  const next = new Map(values);
  if (value === undefined) next.delete(path);
  else next.set(path, value);
  return next;
}

interface CallerInputProps {
  field: TemplateField;
  value: Json | undefined;
  /** Called with the value, or with undefined for that of the template. */
  onValue: (value: Json | undefined) => void;
}

function CallerInput({ field, value, onValue }: CallerInputProps) {
  return (
    <div className={styles.field}>
      <span className={styles.path} title={field.path}>
        {field.path}
      </span>
      <CallerControl field={field} value={value} onValue={onValue} />
      {value !== undefined && (
        <ToolButton icon="close" label={`Clear ${field.path}`} onClick={() => onValue(undefined)} />
      )}
    </div>
  );
}

function CallerControl({ field, value, onValue }: CallerInputProps) {
  if (field.choices !== null || field.kind === 'boolean') {
    return <CallerChoice field={field} value={value} onValue={onValue} />;
  }
  if (field.kind === 'point') return <CallerPoint field={field} value={value} onValue={onValue} />;
  const common = { className: form.input, 'aria-label': field.path, placeholder: sampleOf(field) };
  if (field.kind === 'number') {
    return (
      <input
        {...common}
        type="number"
        step="any"
        min={field.minimum ?? undefined}
        max={field.maximum ?? undefined}
        value={typeof value === 'number' ? value : ''}
        onChange={({ target: { valueAsNumber } }) => onValue(Number.isNaN(valueAsNumber) ? undefined : valueAsNumber)}
      />
    );
  }
  return (
    <input
      {...common}
      type="text"
      maxLength={field.max_length ?? undefined}
      value={value === undefined ? '' : inText(value)}
      onChange={({ target }) => onValue(target.value === '' ? undefined : valueOf(field, target.value))}
    />
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
          {inText(choice)}
        </option>
      ))}
    </select>
  );
}

function sampleOf({ sample }: TemplateField): string {
  return sample === null ? '' : inText(sample);
}

function Request({ templateId, modifications }: { templateId: string; modifications: JsonObject }) {
  const [language, setLanguage] = useState<Language>('curl');
  const code = requestCode(language, `${window.location.origin}/v1`, callerRequest(templateId, modifications));
  return (
    <section className={styles.request} aria-label="Request">
      <header>
        <h3>Request</h3>
        <div role="group" aria-label="Language" className={styles.languages}>
          {LANGUAGES.map((each) => (
            <button key={each} type="button" aria-pressed={each === language} onClick={() => setLanguage(each)}>
              {each}
            </button>
          ))}
        </div>
      </header>
      <CodeBlock code={code} label={`Request in ${language}`} />
    </section>
  );
}
