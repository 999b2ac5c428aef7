import { createContext, type ReactNode, use, useEffect, useState } from 'react';
import type { JsonObject } from '#libs/document';
import { useSession } from '../../session/session.ts';
import { useEditor } from '../model/editor-model.ts';
import { type EditorState, editSource, replaceDocument, sourceOf } from '../model/editor-state.ts';
import { useStored } from '../../ui/store.ts';
import type { Draft, DraftFault, SharedByOrganization } from './draft.ts';
import { DraftSaver } from './draft-saver.ts';
import { type DraftStatus, statusOf } from './draft-state.ts';
import { type PresentUser, usePresence } from './presence.ts';
import { savedBy } from './saved-by.ts';

/** The draft, and what can be done with it. */
export interface DraftSync {
  readonly saver: DraftSaver;
  /** The draft as it was saved or read last. */
  readonly draft: Draft;
  readonly status: DraftStatus;
  readonly error: Error | undefined;
  /** In a conflict, the user who saved the other document. Nothing is saved until one of the two is chosen. */
  readonly whose: string | undefined;
  /** The reason why the stored document cannot be read now, and nothing is saved. */
  readonly unreadable: string | undefined;
  /** Other users who have the template open. */
  readonly others: readonly PresentUser[];
}

const DraftContext = createContext<DraftSync | null>(null);
const SharedContext = createContext<SharedByOrganization | null>(null);
const FaultsContext = createContext<readonly DraftFault[]>([]);

export function useDraft(): DraftSync {
  const draft = use(DraftContext);
  if (!draft) throw new Error('No draft is open');
  return draft;
}

/** Faults of the document as it was saved last. */
export function useFaults(): readonly DraftFault[] {
  return use(FaultsContext);
}

/** The brand and the components of the organization for the document, as they were when the draft was saved or read last. */
export function useShared(): SharedByOrganization | null {
  return use(SharedContext);
}

/** Saves the document without a click, never over a draft that others have saved. */
export function DraftScope({ opened, children }: { opened: Draft; children: ReactNode }) {
  const { templateId, store, canWrite, alone } = useEditor();
  const [saver] = useState(() => new DraftSaver(templateId, opened));
  const state = useStored(saver.states, (each) => each);
  const status = useStored(store, (each) => statusOf(state, sourceOf(each)));
  const shared = useStored(saver.states, ({ saved }) => saved.draft.shared, isSameShared);
  const presence = usePresence(templateId, alone);
  const { user } = useSession();
  useEffect(() => {
    const follow = alone ? withChange : replaceDocument;
    return saver.open((theirs) => store.change((before) => follow(before, theirs)));
  }, [saver, store, alone]);
  useEffect(() => store.subscribe(() => saver.edit(sourceOf(store.value()))), [saver, store]);
  useEffect(() => void saver.meet(presence.revision), [saver, presence]);
  const draft: DraftSync = {
    saver,
    draft: state.saved.draft,
    status: canWrite ? status : 'read-only',
    error: state.error,
    whose:
      state.theirs && (alone ? 'The document was changed elsewhere.' : savedBy(state.theirs, user.id, presence.others)),
    unreadable: presence.unreadable,
    others: presence.others,
  };
  return (
    <DraftContext value={draft}>
      <SharedContext value={shared}>
        <FaultsContext value={state.saved.draft.faults}>{children}</FaultsContext>
      </SharedContext>
    </DraftContext>
  );
}

/** The state with a document that the same person has changed elsewhere: undo brings the one before back. */
function withChange(state: EditorState, document: JsonObject): EditorState {
  return editSource(state, { document, label: 'Change elsewhere' });
}

/** Whether two responses share the same, so that the picture need not be drawn again. */
function isSameShared(one: SharedByOrganization | null, other: SharedByOrganization | null): boolean {
  return one === other || JSON.stringify(one) === JSON.stringify(other);
}
