import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type SubmitEvent, useMemo, useState } from 'react';
import { unwrap } from '#libs/client';
import type { JsonObject } from '#libs/document';
import type { OpenedComponent } from '../../api/brand.ts';
import { api } from '../../api/client.ts';
import { BRAND } from '../../api/query-keys.ts';
import { isJsonObject, parsedJson } from '../../ui/json-value.ts';
import { useMay } from '../../session/may.ts';
import { Button } from '../../ui/button.tsx';
import { ErrorNote } from '../../ui/error-state.tsx';
import { TextAreaField } from '../../ui/field.tsx';
import { Panel } from '../../ui/panel.tsx';
import { useNotify } from '../../ui/toast.tsx';
import { ComponentPicture } from './component-picture.tsx';
import styles from './components.module.css';

/** The contents of a component as JSON, and beside them the picture of what is written. */
export function ComponentForm({ component: { name, component } }: { component: OpenedComponent }) {
  const stored = useMemo(() => JSON.stringify(component, null, 2), [component]);
  const [text, setText] = useState(stored);
  const contents = useMemo(() => readContents(text), [text]);
  const mayWrite = useMay('write');
  const save = useSave(name);
  const submit = (event: SubmitEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (contents) save.mutate(contents);
  };
  return (
    <Panel title="Contents">
      <form onSubmit={submit} className={styles.form}>
        <div className={styles.json}>
          <TextAreaField
            label="JSON"
            className={styles.code}
            rows={20}
            value={text}
            readOnly={!mayWrite}
            spellCheck={false}
            fault={contents ? undefined : 'This is no JSON object.'}
            onChange={(event) => setText(event.target.value)}
          />
          {save.error && <ErrorNote error={save.error} />}
          {mayWrite && (
            <div>
              <Button type="submit" look="primary" disabled={!contents || text === stored} isBusy={save.isPending}>
                Save as the next version
              </Button>
            </div>
          )}
        </div>
        {contents && <ComponentPicture name={name} contents={contents} width={960} />}
      </form>
    </Panel>
  );
}

function readContents(text: string): JsonObject | undefined {
  const value = parsedJson(text);
  return isJsonObject(value) ? value : undefined;
}

function useSave(name: string) {
  const client = useQueryClient();
  const notify = useNotify();
  return useMutation({
    mutationFn: (contents: JsonObject) =>
      // The API judges the contents.
      unwrap(api.PUT('/components/{name}', { params: { path: { name } }, body: contents as never })),
    onSuccess: async ({ version }) => {
      notify(`Version ${version} is saved.`);
      await client.invalidateQueries({ queryKey: BRAND.components });
    },
  });
}
