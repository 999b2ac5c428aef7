import { Link } from '@tanstack/react-router';
import { Badge, type BadgeTone } from '../ui/badge.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { SHORTCUTS, spokenKeys } from './commands/shortcuts.ts';
import { redoEdit, showKeys, undoEdit } from './model/editor-state.ts';
import { PresenceFaces } from './draft/presence-faces.tsx';
import type { DraftStatus } from './draft/draft-state.ts';
import { type DraftSync, useDraft, useFaults } from './draft/draft-scope.tsx';
import { PublishButton } from './draft/publish-button.tsx';
import { RenderButton } from './render/render-button.tsx';
import { useEditor, useEditorState } from './model/editor-model.ts';
import { useProperty } from './model/use-property.ts';
import styles from './editor-bar.module.css';
import { ToolButton } from './ui/tool-button.tsx';
import { Icon } from '../ui/icon.tsx';

const STATUS: Readonly<Record<DraftStatus, { tone: BadgeTone; text: string }>> = {
  saved: { tone: 'neutral', text: 'Saved' },
  unsaved: { tone: 'neutral', text: 'Not saved yet' },
  saving: { tone: 'busy', text: 'Saving' },
  failed: { tone: 'bad', text: 'Not saved' },
  'read-only': { tone: 'wait', text: 'View only' },
  conflict: { tone: 'wait', text: 'Saved elsewhere' },
};

/** The bar of the editor: name, undo and redo, state of saving, Publish. */
export function EditorBar({ uploading }: { uploading: number }) {
  const { alone } = useEditor();
  const draft = useDraft();
  const { tone, text } = STATUS[draft.status];
  return (
    <header className={styles.bar}>
      {!alone && (
        <Link to="/templates" className={styles.back} aria-label="Back to the templates">
          <Icon name="back" />
        </Link>
      )}
      <DocumentName />
      <UndoAndRedo />
      <div className={styles.end}>
        <PresenceFaces others={draft.others} />
        <span role="status" className={styles.status}>
          {uploading > 0 && <Badge tone="busy">{uploading === 1 ? 'Uploading' : `Uploading ${uploading} files`}</Badge>}
          <Badge tone={tone}>{text}</Badge>
        </span>
        {!alone && <span className={styles.version}>Version {draft.draft.latest_version}</span>}
        {!alone && draft.status !== 'read-only' && <RenderAndPublish draft={draft} />}
      </div>
    </header>
  );
}

function UndoAndRedo() {
  const { change } = useEditor();
  const undone = useEditorState(({ history }) => history.past.at(-1)?.label);
  const redone = useEditorState(({ history }) => history.future[0]?.label);
  return (
    <div className={styles.history} role="group" aria-label="History">
      <ToolButton
        icon="undo"
        label={undone === undefined ? 'Undo' : `Undo: ${undone}`}
        disabled={undone === undefined}
        onClick={() => change(undoEdit)}
      />
      <ToolButton
        icon="redo"
        label={redone === undefined ? 'Redo' : `Redo: ${redone}`}
        disabled={redone === undefined}
        onClick={() => change(redoEdit)}
      />
      <Shortcuts />
    </div>
  );
}

function DocumentName() {
  const { canWrite } = useEditor();
  const { value, set, settle } = useProperty(['name'], 'Rename template');
  return (
    <h1 className={styles.title}>
      <input
        className={styles.name}
        aria-label="Name of the template"
        value={typeof value === 'string' ? value : ''}
        maxLength={200}
        readOnly={!canWrite}
        onChange={(event) => set(event.target.value)}
        onBlur={settle}
      />
    </h1>
  );
}

function RenderAndPublish({ draft }: { draft: DraftSync }) {
  const faults = useFaults();
  const isDraft = draft.draft.updated_at !== null;
  const reason = reasonAgainst(draft.status, isDraft, faults.length);
  return (
    <>
      <RenderButton draft={draft} reason={isDraft ? reason : null} />
      <PublishButton draft={draft} reason={reason} />
    </>
  );
}

/** Why the draft cannot be published as it stands; null if it can. */
function reasonAgainst(status: DraftStatus, isDraft: boolean, faults: number): string | null {
  if (status !== 'saved') return 'The draft is not saved yet';
  if (!isDraft) return 'Nothing has changed since the newest version';
  if (faults > 0) return `The document has ${faults === 1 ? 'a fault' : `${faults} faults`}: see JSON`;
  return null;
}

function Shortcuts() {
  const { change } = useEditor();
  const isOpen = useEditorState(({ isShowingKeys }) => isShowingKeys);
  const show = (isShown: boolean) => change((state) => showKeys(state, isShown));
  return (
    <>
      <ToolButton icon="keyboard" label="Keyboard shortcuts (?)" className={styles.wide} onClick={() => show(true)} />
      <Dialog isOpen={isOpen} onClose={() => show(false)} title="Keyboard shortcuts">
        <dl className={styles.shortcuts}>
          {SHORTCUTS.map(({ keys, label }) => (
            <div key={label}>
              <dt>{label}</dt>
              <dd>
                {keys.map((each) => (
                  <kbd key={each}>{spokenKeys(each)}</kbd>
                ))}
              </dd>
            </div>
          ))}
        </dl>
      </Dialog>
    </>
  );
}
