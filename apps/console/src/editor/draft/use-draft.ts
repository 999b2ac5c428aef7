import { useEffect, useState } from 'react';
import { FramewrightError } from '#libs/client';
import type { JsonObject } from '../document/json-path.ts';
import { type Draft, publishDraft, readDraft, saveDraft } from './draft-api.ts';
import { type PresentUser, usePresence } from './presence.ts';

/** After so long without an edit the draft is saved, ms. */
const REST_MS = 700;
const RETRY_MS = 5_000;

export type DraftStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'read-only';

export interface DraftSync {
  /** The draft as it was saved or read last. */
  readonly draft: Draft;
  readonly status: DraftStatus;
  readonly error: Error | undefined;
  /** What another user has saved meanwhile. Nothing is saved until one of both is chosen. */
  readonly theirs: Draft | undefined;
  /** Continues from what another user has saved: returns it, for the editor to show. */
  readonly takeTheirs: () => JsonObject | undefined;
  /** Continues with the own document: it replaces what another user has saved. */
  readonly keepMine: () => void;
  /** Other users who have the template open. */
  readonly others: readonly PresentUser[];
  /** Publishes what is saved and returns the number of the version. */
  readonly publish: () => Promise<number>;
}

interface Saved {
  readonly draft: Draft;
  /** The document in the editor that this draft is. */
  readonly document: JsonObject;
}

/** Saves `document` without a click, never over what another user has saved. */
export function useDraft(id: string, opened: Draft, document: JsonObject, canWrite: boolean): DraftSync {
  const [saved, setSaved] = useState<Saved>({ draft: opened, document: opened.document });
  const [isSaving, setSaving] = useState(false);
  const [error, setError] = useState<Error>();
  const [theirs, setTheirs] = useState<Draft>();
  const isChanged = document !== saved.document;

  useEffect(() => {
    if (!canWrite || !isChanged || isSaving || theirs) return;
    const save = async () => {
      setSaving(true);
      try {
        setSaved({ draft: await saveDraft(id, document, saved.draft), document });
        setError(undefined);
      } catch (failure) {
        if (isConflict(failure)) setTheirs(await readDraft(id).catch(() => undefined));
        setError(failure as Error);
      } finally {
        setSaving(false);
      }
    };
    const timer = setTimeout(() => void save(), error ? RETRY_MS : REST_MS);
    return () => clearTimeout(timer);
  }, [id, document, saved, isChanged, isSaving, theirs, error, canWrite]);

  const presence = usePresence(id);
  const isNewer = presence.revision > saved.draft.revision && !isSaving && !theirs;
  useNewer(isNewer ? id : null, saved.draft.revision, presence, setTheirs);
  useWarningBeforeLeaving(isChanged && canWrite);

  const status = !canWrite
    ? 'read-only'
    : theirs
      ? 'conflict'
      : isSaving
        ? 'saving'
        : error
          ? 'failed'
          : isChanged
            ? 'unsaved'
            : 'saved';
  return {
    draft: saved.draft,
    status,
    error,
    theirs,
    takeTheirs: () => {
      if (!theirs) return undefined;
      setSaved({ draft: theirs, document: theirs.document });
      setTheirs(undefined);
      setError(undefined);
      return theirs.document;
    },
    keepMine: () => {
      if (theirs) setSaved({ draft: { ...theirs, base_version: theirs.latest_version }, document: theirs.document });
      setTheirs(undefined);
      setError(undefined);
    },
    others: presence.others,
    publish: async () => {
      const version = await publishDraft(id, saved.draft.revision);
      const draft = await readDraft(id);
      setSaved({ draft, document: saved.document });
      return version;
    },
  };
}

function isConflict(failure: unknown): boolean {
  return failure instanceof FramewrightError && failure.status === 409;
}

/** Reads the draft that another user has saved since `revision`, after each report of `presence` until it succeeds. */
function useNewer(id: string | null, revision: number, presence: object, onTheirs: (draft: Draft) => void): void {
  useEffect(() => {
    if (id === null) return;
    let isOver = false;
    const read = async () => {
      const draft = await readDraft(id).catch(() => undefined);
      if (!isOver && draft && draft.revision > revision) onTheirs(draft);
    };
    void read();
    return () => {
      isOver = true;
    };
  }, [id, revision, presence, onTheirs]);
}

function useWarningBeforeLeaving(isUnsaved: boolean): void {
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);
}
