import { type ReactNode, use, useLayoutEffect, useMemo, useState } from 'react';
import { latePart, useLateParts } from '../ui/late-part.tsx';
import { Tabs } from '../ui/tabs.tsx';
import { MaintenanceBanner } from '../session/maintenance-banner.tsx';
import { useTitle } from '../ui/use-title.ts';
import type { CallerValues } from '../api/caller-request.ts';
import { Stage } from './canvas/stage.tsx';
import type { Draft } from './draft/draft.ts';
import { DraftNotice } from './draft/draft-notice.tsx';
import { DraftScope } from './draft/draft-scope.tsx';
import { LeaveQuestion } from './draft/leave-question.tsx';
import { EditorBar } from './editor-bar.tsx';
import styles from './editor.module.css';
import { Inspector } from './form/inspector.tsx';
import { LayersPanel } from './layers/layers-panel.tsx';
import { PageStrip } from './layers/page-strip.tsx';
import { AloneContext } from './model/alone.ts';
import { EditorContext, type EditorModel, useEditor, useEditorState } from './model/editor-model.ts';
import { documentOf, type EditorState, openDocument, withoutEdits } from './model/editor-state.ts';
import { followAtRest } from './model/resting-state.ts';
import { Store } from '../ui/store.ts';
import type { TemplateSchema } from './schema/template-schema.ts';
import { TimelinePanel } from './timeline/timeline.tsx';
import { Hand } from './ui/hand.ts';
import { UploadNotice } from './upload/upload-notice.tsx';
import { useFileDrop } from './upload/use-file-drop.ts';
import { useUploads } from './upload/use-uploads.ts';
import { useClipboard } from './use-clipboard.ts';
import { useShortcuts } from './use-shortcuts.ts';

interface EditorProps {
  id: string;
  opened: Draft;
  schema: TemplateSchema;
  fonts: readonly string[];
  /** Whether the user may write. A viewer sees everything and changes nothing. */
  canWrite: boolean;
  /** The values that were changed by the request of the video from which the editor was opened. */
  asked: CallerValues | null | undefined;
}

const CallerPanel = latePart(async () => (await import('./caller/caller-panel.tsx')).CallerPanel);
const JsonPanel = latePart(async () => (await import('./json/json-panel.tsx')).JsonPanel);

const PANES = [
  { name: 'layers', label: 'Layers' },
  { name: 'picture', label: 'Picture' },
  { name: 'properties', label: 'Properties' },
  { name: 'time', label: 'Timeline' },
] as const;
type Pane = (typeof PANES)[number]['name'];

const NOTHING: CallerValues = new Map();

export function Editor({ asked, ...props }: EditorProps) {
  const model = useModel(props);
  return (
    <EditorContext value={model}>
      <DraftScope opened={props.opened}>
        <Layout>
          <section className={styles.left} aria-label="Pages and layers">
            <PageStrip />
            <LayersPanel />
          </section>
          <Stage />
          <section className={styles.right} aria-label="Properties">
            <Tabs
              isPanel
              label="Properties"
              first={asked ? 'caller' : 'design'}
              tabs={[
                { name: 'design', label: 'Design', content: <Inspector /> },
                { name: 'json', label: 'JSON', content: <JsonPanel /> },
                ...(model.alone
                  ? []
                  : [{ name: 'caller', label: 'As a caller', content: <CallerPanel asked={asked ?? NOTHING} /> }]),
              ]}
            />
          </section>
          <TimelinePanel />
        </Layout>
      </DraftScope>
    </EditorContext>
  );
}

/** The bar and the notices around `children`, and what works in the whole window: keys, clipboard, dropped files. */
function Layout({ children }: { children: ReactNode }) {
  const { canWrite, alone } = useEditor();
  const mayUpload = canWrite && !alone;
  const uploads = useUploads();
  const [pane, setPane] = useState<Pane>('picture');
  useTitle(`${useEditorState(nameOf)} · Editor`);
  useShortcuts();
  useLateParts();
  useClipboard(mayUpload ? uploads.add : null);
  const isOver = useFileDrop(mayUpload ? uploads.add : null);
  return (
    <main className={styles.editor} data-pane={pane} data-drop={isOver}>
      <EditorBar uploading={uploads.pending} />
      <div className={styles.notices}>
        <MaintenanceBanner />
        <DraftNotice />
        <LeaveQuestion />
        <UploadNotice failures={uploads.failures} dismiss={uploads.dismiss} />
      </div>
      {children}
      <PaneBar pane={pane} onPane={setPane} />
    </main>
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

function nameOf(state: EditorState): string {
  const { name } = documentOf(state);
  return typeof name === 'string' && name !== '' ? name : 'Template';
}

function useModel({ id, opened, schema, fonts, canWrite }: Omit<EditorProps, 'asked'>): EditorModel {
  const [store] = useState(() => new Store(openDocument(opened.document)));
  const [resting] = useState(() => new Store(store.value()));
  useLayoutEffect(() => followAtRest(resting, store), [resting, store]);
  const alone = use(AloneContext);
  return useMemo(() => {
    const change: EditorModel['change'] = canWrite ? store.change : (step) => store.change(withoutEdits(step));
    return { templateId: id, store, resting, change, hand: new Hand(), schema, fonts, canWrite, alone };
  }, [store, resting, id, schema, fonts, canWrite, alone]);
}
