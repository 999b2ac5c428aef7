import { useEffect, useEffectEvent, useRef } from 'react';
import type { JsonObject, Path } from '#libs/document';
import { editSource, endEdit, sourceOf } from '../model/editor-state.ts';
import { useEditor, useEditorState } from '../model/editor-model.ts';
import type { JsonEditor } from './json-editor.ts';
import styles from './json-panel.module.css';
import type { DraftFault } from '../draft/draft.ts';
import { useFaults } from '../draft/draft-scope.tsx';
import { pathOfField } from '../../api/field-path.ts';

/**
 * The document as JSON. An edit of the text changes the picture and an edit of the picture changes the text, with one
 * undo for both.
 */
export function JsonPanel() {
  const faults = useFaults();
  const { host, reveal } = useJsonEditor(faults);
  return (
    <div className={styles.panel}>
      <div ref={host} className={styles.host} data-own-keys />
      {faults.length > 0 && <Faults onReveal={(field) => reveal(pathOfField(field))} />}
    </div>
  );
}

/** The text editor in the element of `host`, with the document and its faults. */
function useJsonEditor(faults: readonly DraftFault[]) {
  const { store, schema, change, canWrite } = useEditor();
  const document = useEditorState(sourceOf);
  const host = useRef<HTMLDivElement>(null);
  const editor = useRef<JsonEditor>(null);
  const onDocument = useEffectEvent((written: JsonObject) =>
    change((before) => editSource(before, { document: written, label: 'Write JSON', gesture: 'json' })),
  );
  const onEnd = useEffectEvent(() => change(endEdit));
  const onReady = useEffectEvent((ready: JsonEditor) => {
    editor.current = ready;
    ready.show(document);
    ready.mark(faults);
    const [selected] = store.value().selection;
    if (selected) ready.reveal(selected);
  });

  useEffect(() => {
    let isGone = false;
    // CodeMirror is loaded when the tab is opened for the first time.
    void import('./json-editor.ts').then(({ openJsonEditor }) => {
      if (!isGone && host.current) onReady(openJsonEditor(host.current, { schema, canWrite, onDocument, onEnd }));
    });
    return () => {
      isGone = true;
      editor.current?.close();
      editor.current = null;
    };
  }, [schema, canWrite]);
  useEffect(() => {
    editor.current?.show(document);
    editor.current?.mark(faults);
  }, [document, faults]);
  return { host, reveal: (path: Path) => editor.current?.reveal(path) };
}

/** Faults that prevent publication, each with its place. */
function Faults({ onReveal }: { onReveal: (field: string) => void }) {
  const faults = useFaults();
  return (
    <section className={styles.faults} aria-label="Faults">
      <h3>{faults.length === 1 ? 'One fault' : `${faults.length} faults`}</h3>
      <ul>
        {faults.map(({ field, message }) => (
          <li key={`${field} ${message}`}>
            <button type="button" onClick={() => onReveal(field)}>
              <code>{field}</code> {message}
            </button>
          </li>
        ))}
      </ul>
    </section>
  );
}
