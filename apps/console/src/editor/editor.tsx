import { useCallback, useMemo, useReducer, useState } from 'react';
import { type JsonObject, type LayerPath, restingTime } from '#libs/document';
import { useTitle } from '../ui/use-title.ts';
import { CallerPanel } from './caller/caller-panel.tsx';
import type { CallerValues } from './caller/caller-request.ts';
import { Stage } from './canvas/stage.tsx';
import {
  documentOf,
  edit,
  type EditorState,
  openDocument,
  replaceDocument,
  select,
  showPage,
  withoutEdits,
} from './document/editor-state.ts';
import type { Draft } from './draft/draft.ts';
import { DraftNotice } from './draft/draft-notice.tsx';
import { LeaveQuestion } from './draft/leave-question.tsx';
import { useDraft } from './draft/use-draft.ts';
import { EditorBar } from './editor-bar.tsx';
import { EditorContext, type EditorModel, lockKey } from './editor-model.ts';
import styles from './editor.module.css';
import { Inspector } from './form/inspector.tsx';
import type { TemplateSchema } from './form/template-schema.ts';
import { JsonPanel } from './json/json-panel.tsx';
import { LayersPanel } from './layers/layers-panel.tsx';
import { PageStrip } from './layers/page-strip.tsx';
import { PanelTabs } from './ui/panel-tabs.tsx';
import { Timeline } from './timeline/timeline.tsx';
import { useClipboard } from './use-clipboard.ts';
import { useShortcuts } from './use-shortcuts.ts';
import { UploadNotice } from './upload/upload-notice.tsx';
import { useFileDrop } from './upload/use-file-drop.ts';
import { useUploads } from './upload/use-uploads.ts';

interface EditorProps {
  id: string;
  opened: Draft;
  schema: TemplateSchema;
  fonts: readonly string[];
  /** A viewer sees everything and changes nothing. */
  canWrite: boolean;
  /** The values that were changed by the request of the video from which the editor was opened. */
  asked: CallerValues | null | undefined;
}

const PANES = [
  { name: 'layers', label: 'Layers' },
  { name: 'picture', label: 'Picture' },
  { name: 'properties', label: 'Properties' },
  { name: 'time', label: 'Timeline' },
] as const;
type Pane = (typeof PANES)[number]['name'];

const NOTHING: CallerValues = new Map();

export function Editor({ asked, ...props }: EditorProps) {
  const { id, opened, canWrite } = props;
  const { model, replace } = useModel(props);
  const draft = useDraft({ id, draft: opened, document: model.document, canWrite, onFollow: replace });
  const whole = useMemo(() => ({ ...model, faults: draft.draft.faults }), [model, draft.draft.faults]);
  const [pane, setPane] = useState<Pane>('picture');
  useTitle(`${nameOf(model.document)} · Editor`);
  useShortcuts(model.change);
  useClipboard(model.state, model.change, canWrite ? model.uploads.add : null);
  const size = { width: Number(model.document['width']), height: Number(model.document['height']) };
  const isOver = useFileDrop(size, canWrite ? model.uploads.add : null);

  const showTheirs = () => {
    const document = draft.takeTheirs();
    model.change((state) => edit(state, { document, label: 'Show the saved document' }));
  };
  return (
    <EditorContext value={whole}>
      <main className={styles.editor} data-pane={pane} data-drop={isOver}>
        <EditorBar draft={draft} />
        <div className={styles.notices}>
          <DraftNotice draft={draft} onTake={showTheirs} />
          <LeaveQuestion draft={draft} />
          <UploadNotice />
        </div>
        <section className={styles.left} aria-label="Pages and layers">
          <PageStrip />
          <LayersPanel />
        </section>
        <Stage />
        <section className={styles.right} aria-label="Properties">
          <PanelTabs
            label="Properties"
            first={asked ? 'caller' : 'design'}
            tabs={[
              { name: 'design', label: 'Design', content: <Inspector /> },
              { name: 'json', label: 'JSON', content: <JsonPanel /> },
              { name: 'caller', label: 'As a caller', content: <CallerPanel asked={asked ?? NOTHING} /> },
            ]}
          />
        </section>
        <Timeline />
        <PaneBar pane={pane} onPane={setPane} />
      </main>
    </EditorContext>
  );
}

/** Buttons for a narrow screen, which shows one part of the editor at a time. */
function PaneBar({ pane, onPane }: { pane: Pane; onPane: (pane: Pane) => void }) {
  return (
    <nav className={styles.panes} aria-label="Parts of the editor">
      {PANES.map(({ name, label }) => (
        <button key={name} type="button" aria-pressed={pane === name} onClick={() => onPane(name)}>
          {label}
        </button>
      ))}
    </nav>
  );
}

function nameOf(document: EditorModel['document']): string {
  return typeof document['name'] === 'string' && document['name'] !== '' ? document['name'] : 'Template';
}

interface OpenedModel {
  readonly model: EditorModel;
  /** Shows another document. It is no change of the user's. */
  readonly replace: (document: JsonObject) => void;
}

function useModel({ id, opened, schema, fonts, canWrite }: Omit<EditorProps, 'asked'>): OpenedModel {
  const [state, step] = useReducer(stepped, opened.document, openDocument);
  const change = useCallback((next: Step) => step(canWrite ? next : withoutEdits(next)), [canWrite]);
  const replace = useCallback((next: JsonObject) => step((before) => replaceDocument(before, next)), []);
  const [locks, setLocks] = useState<ReadonlySet<string>>(new Set());
  const [at, setAt] = useState<{ page: number; time: number }>();
  const document = documentOf(state);
  const uploads = useUploads(change, state.page);
  // Each page begins at a moment outside its transitions; the playhead of another page means nothing here.
  const time = at?.page === state.page ? at.time : restingTime(document, state.page);
  const model = useMemo<EditorModel>(
    () => ({
      templateId: id,
      state,
      document,
      change,
      schema,
      fonts,
      faults: [],
      time,
      setTime: (moment) => setAt({ page: state.page, time: moment }),
      setMoment: (page, moment) => {
        setAt({ page, time: moment });
        if (page !== state.page) change((before) => showPage(before, page));
      },
      isLocked: (path: LayerPath) => locks.has(lockKey(state, path)),
      toggleLock: (path: LayerPath) => {
        const key = lockKey(state, path);
        setLocks((before) => new Set(before.has(key) ? [...before].filter((each) => each !== key) : [...before, key]));
        change((before) => select(before, null));
      },
      uploads,
      canWrite,
    }),
    [id, state, document, change, schema, fonts, time, locks, uploads, canWrite],
  );
  return { model, replace };
}

type Step = (state: EditorState) => EditorState;

function stepped(state: EditorState, next: Step): EditorState {
  return next(state);
}
