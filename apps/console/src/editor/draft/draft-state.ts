import { type JsonObject, sameJson } from '#libs/document';
import type { Draft } from './draft.ts';

/** The editor's knowledge of the stored draft. Every change is a function from one state to the next. */
export interface DraftState {
  /** The draft as it was saved or read last, and the editor's document that it equals. */
  readonly saved: { readonly draft: Draft; readonly document: JsonObject };
  /** Documents that were sent since. The store may have one of them: the response to a save can be lost. */
  readonly sent: readonly JsonObject[];
  readonly isSaving: boolean;
  /** The failure of the last save. */
  readonly error: Error | undefined;
  /**
   * The stored draft, if it is not the editor's and the editor has changes of its own. Nothing is saved until one of
   * the two is chosen.
   */
  readonly theirs: Draft | undefined;
}

export type DraftStatus = 'saved' | 'unsaved' | 'saving' | 'failed' | 'conflict' | 'read-only';

export function openDraft(draft: Draft): DraftState {
  return { saved: { draft, document: draft.document }, sent: [], isSaving: false, error: undefined, theirs: undefined };
}

/** Whether the editor's document differs from the stored one. */
export function isUnsaved({ saved }: DraftState, document: JsonObject): boolean {
  return document !== saved.document;
}

export function statusOf(state: DraftState, document: JsonObject): DraftStatus {
  if (state.theirs) return 'conflict';
  if (state.isSaving) return 'saving';
  if (state.error) return 'failed';
  return isUnsaved(state, document) ? 'unsaved' : 'saved';
}

/** The state once `document` is on its way to the store. */
export function sending(state: DraftState, document: JsonObject): DraftState {
  return { ...state, sent: [...state.sent, document], isSaving: true };
}

/** The state once the store has `document` as `draft`. Earlier requests can no longer be stored. */
export function savedAs(document: JsonObject, draft: Draft): DraftState {
  return { ...openDraft(draft), saved: { draft, document } };
}

export function notSaved(state: DraftState, error: Error): DraftState {
  return { ...state, isSaving: false, error };
}

/**
 * The state after a newer draft was read. If the editor has shown or sent that document before, it continues from it
 * with its later changes. Any other draft replaces `document` if the editor has no changes; otherwise a person has to
 * choose.
 */
export function stored(state: DraftState, document: JsonObject, draft: Draft): DraftState {
  if (draft.revision <= state.saved.draft.revision) return { ...state, isSaving: false, error: undefined };
  const own = [document, state.saved.document, ...state.sent].find((each) => sameJson(each, draft.document));
  if (own) return savedAs(own, draft);
  if (isUnsaved(state, document)) return { ...state, isSaving: false, error: undefined, theirs: draft };
  return savedAs(draft.document, draft);
}

/** Continues from the other draft. */
export function withTheirs(state: DraftState): DraftState {
  return state.theirs ? savedAs(state.theirs.document, state.theirs) : state;
}

/** Continues with the editor's document, which replaces the other draft and is based on the newest version. */
export function withMine(state: DraftState): DraftState {
  const { theirs } = state;
  return theirs ? savedAs(theirs.document, { ...theirs, base_version: theirs.latest_version }) : state;
}
