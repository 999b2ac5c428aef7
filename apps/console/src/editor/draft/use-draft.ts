import { useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react';
import { type JsonObject } from '#libs/document';
import { useSession } from '../../session/session.ts';
import type { Draft } from './draft.ts';
import { DraftSaver } from './draft-saver.ts';
import { type DraftStatus, statusOf } from './draft-state.ts';
import { type PresentUser, usePresence } from './presence.ts';
import { savedBy } from './saved-by.ts';

export interface DraftSync extends Pick<DraftSaver, 'isHeldBack' | 'isUnsaved'> {
  /** The draft as it was saved or read last. */
  readonly draft: Draft;
  readonly status: DraftStatus;
  readonly error: Error | undefined;
  /** The user who has saved another document, in a conflict. Nothing is saved until one of both is chosen. */
  readonly whose: string | undefined;
  /** Continues from the other document: returns it, for the editor to show. */
  readonly takeTheirs: () => JsonObject;
  /** Continues with the own document: it replaces the other one. */
  readonly keepMine: () => void;
  /** Other users who have the template open. */
  readonly others: readonly PresentUser[];
  /** Publishes the saved draft and returns the number of the version. */
  readonly publish: () => Promise<number>;
}

interface Opened {
  readonly id: string;
  readonly draft: Draft;
  /** The document in the editor now. */
  readonly document: JsonObject;
  readonly canWrite: boolean;
  /** Shows a draft that others have saved while nothing was changed here. */
  readonly onFollow: (document: JsonObject) => void;
}

/** Saves the document without a click, never over a draft that others have saved. */
export function useDraft({ id, draft, document, canWrite, onFollow }: Opened): DraftSync {
  const [saver] = useState(() => new DraftSaver(id, draft));
  const state = useSyncExternalStore(saver.subscribe, saver.state);
  const presence = usePresence(id);
  const { user } = useSession();
  const follow = useEffectEvent(onFollow);
  useEffect(() => saver.open((theirs) => follow(theirs)), [saver]);
  useEffect(() => saver.edit(document), [saver, document]);
  useEffect(() => void saver.meet(presence.revision), [saver, presence]);
  return {
    draft: state.saved.draft,
    status: canWrite ? statusOf(state, document) : 'read-only',
    error: state.error,
    whose: state.theirs && savedBy(state.theirs, user.id, presence.others),
    takeTheirs: () => saver.takeTheirs(),
    keepMine: () => saver.keepMine(),
    others: presence.others,
    publish: () => saver.publish(),
    isHeldBack: saver.isHeldBack,
    isUnsaved: saver.isUnsaved,
  };
}
