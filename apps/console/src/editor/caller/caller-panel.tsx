import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { type Json, type JsonObject } from '#libs/document';
import { LANGUAGES, type Language, requestCode } from '../../api/request-code.ts';
import { draftFieldsQuery, type TemplateField, templateFieldsQuery } from '../../api/template-fields.ts';
import { CodeBlock } from '../../ui/code-block.tsx';
import { ErrorState } from '../../ui/error-state.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { useDraft } from '../draft/draft-scope.tsx';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import { pageNumberOf } from '../model/editor-state.ts';
import { CallerInput } from './caller-input.tsx';
import styles from './caller-panel.module.css';
import { callerRequest, type CallerValues, type ChangedField, modificationsOf } from '../../api/caller-request.ts';
import { CallerStill } from './caller-still.tsx';

/**
 * The template as a caller sees it: the fields that one video may change, its picture, and its request.
 *
 * @param asked the first values of the fields
 */
export function CallerPanel({ asked }: { asked: CallerValues }) {
  const { templateId } = useEditor();
  const page = useEditorState(pageNumberOf);
  const { draft } = useDraft();
  const isDraft = draft.updated_at !== null && draft.faults.length === 0;
  const published = useQuery({ ...templateFieldsQuery(templateId, draft.latest_version), enabled: !isDraft });
  const drafted = useQuery({ ...draftFieldsQuery(templateId, draft.revision), enabled: isDraft });
  const fields = isDraft ? drafted : published;
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
        {isDraft
          ? 'What a request may change once this draft is published.'
          : 'What a request may change in the newest published version.'}{' '}
        The template itself stays as it is.
      </p>
      <CallerStill modifications={modifications} isDraft={isDraft} />
      {[...Map.groupBy(shown, ({ variable }) => variable?.group)].map(([group, members]) => (
        <section key={group ?? ''} aria-label={group ?? 'Fields'}>
          {group !== undefined && <h3 className={styles.group}>{group}</h3>}
          <ul className={styles.fields}>
            {members.map((field) => (
              <li key={field.path}>
                <CallerInput
                  field={field}
                  value={values.get(field.path)}
                  onValue={(value) => setValues((before) => withChange(before, field.path, value))}
                />
              </li>
            ))}
          </ul>
        </section>
      ))}
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
