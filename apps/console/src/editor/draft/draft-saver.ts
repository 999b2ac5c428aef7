import { FramewrightError } from '#libs/client';
import { type JsonObject } from '#libs/document';
import { Store } from '../../ui/store.ts';
import { publishDraft, readDraft, saveDraft } from './draft-api.ts';
import type { Draft } from './draft.ts';
import {
  type DraftState,
  isUnsaved,
  notSaved,
  openDraft,
  savedAs,
  sending,
  stored,
  withMine,
  withTheirs,
} from './draft-state.ts';

/** Time without an edit after which the draft is saved, ms. */
const REST_MS = 700;
const RETRY_MS = 5_000;
/** Time that the last save may take before a person who leaves is asked, ms. */
const LEAVE_MS = 2_000;

/** Saves the document of the editor as the draft of its template, and reads drafts that others have saved. */
export class DraftSaver {
  readonly #id: string;
  readonly states: Store<DraftState>;
  /** The document in the editor. */
  #document: JsonObject;
  #onFollow: ((document: JsonObject) => void) | undefined;
  #timer: ReturnType<typeof setTimeout> | undefined;
  #running: Promise<void> | undefined;
  /** Ends a save in progress, with its repetitions, when a person leaves without it. */
  #closing = new AbortController();

  constructor(id: string, opened: Draft) {
    this.#id = id;
    this.#document = opened.document;
    this.states = new Store(openDraft(opened));
  }

  readonly isUnsaved = (): boolean => isUnsaved(this.#state(), this.#document);

  /**
   * Saves without a click from now on. @param onFollow shows a document that was saved elsewhere @returns a function
   * that ends both
   */
  open(onFollow: (document: JsonObject) => void): () => void {
    this.#onFollow = onFollow;
    this.#closing = new AbortController();
    this.#schedule();
    return () => {
      this.#onFollow = undefined;
      this.#closing.abort();
      clearTimeout(this.#timer);
    };
  }

  edit(document: JsonObject): void {
    if (document === this.#document) return;
    this.#document = document;
    this.#schedule();
  }

  /** Reads the draft if `revision` is newer than the known one. */
  async meet(revision: number): Promise<void> {
    const { saved, theirs, isSaving } = this.#state();
    if (isSaving || revision <= (theirs ?? saved.draft).revision) return;
    const draft = await readDraft(this.#id).catch(() => undefined); // the next report is soon
    if (draft && !this.#state().isSaving) this.#take(draft);
  }

  takeTheirs(): JsonObject {
    this.#set(withTheirs(this.#state()));
    this.#document = this.#state().saved.document;
    return this.#document;
  }

  keepMine(): void {
    this.#set(withMine(this.#state()));
  }

  /** Publishes the saved draft as the next version, with what people remark about it, and returns its number. */
  async publish(remarks: { label?: string; note?: string } = {}): Promise<number> {
    const { draft, document } = this.#state().saved;
    const version = await publishDraft(this.#id, { revision: draft.revision, ...remarks });
    this.#set(savedAs(document, await readDraft(this.#id)));
    return version;
  }

  /**
   * Saves unsaved changes at once, for a person who leaves. Returns whether some are still unsaved after {@link
   * LEAVE_MS}, or right away if saving has failed before.
   */
  readonly isHeldBack = async (): Promise<boolean> => {
    const hasFailed = this.#state().error !== undefined;
    const saving = this.#saveAll();
    if (!hasFailed) await Promise.race([saving, new Promise((resolve) => setTimeout(resolve, LEAVE_MS))]);
    return this.isUnsaved();
  };

  async #saveAll(): Promise<void> {
    while (this.isUnsaved() && !this.#state().theirs) {
      await this.#saveOnce();
      if (this.#state().error) return;
    }
  }

  /** Saves, one save at a time: a second call waits for the running one. */
  #saveOnce(): Promise<void> {
    this.#running ??= this.#save().finally(() => (this.#running = undefined));
    return this.#running;
  }

  async #save(): Promise<void> {
    const document = this.#document;
    const { draft } = this.#state().saved;
    this.#set(sending(this.#state(), document));
    try {
      this.#set(savedAs(document, await saveDraft(this.#id, document, { draft, signal: this.#closing.signal })));
    } catch (failure) {
      await this.#afterFailure(failure as Error);
    }
  }

  /** Reads the stored draft after a conflict: perhaps this editor stored it, and the response was lost. */
  async #afterFailure(failure: Error): Promise<void> {
    const isConflict = failure instanceof FramewrightError && failure.status === 409;
    const draft = isConflict ? await readDraft(this.#id).catch(() => undefined) : undefined;
    if (draft) this.#take(draft);
    else this.#set(notSaved(this.#state(), failure));
  }

  #take(draft: Draft): void {
    const mayFollow = !this.isUnsaved();
    const next = stored(this.#state(), this.#document, draft);
    if (mayFollow && isUnsaved(next, this.#document)) {
      this.#document = next.saved.document;
      this.#onFollow?.(this.#document);
    }
    this.#set(next);
  }

  #state(): DraftState {
    return this.states.value();
  }

  #set(state: DraftState): void {
    this.states.change(() => state);
    this.#schedule();
  }

  #schedule(): void {
    clearTimeout(this.#timer);
    const { isSaving, theirs, error } = this.#state();
    if (!this.#onFollow || isSaving || theirs || !this.isUnsaved()) return;
    this.#timer = setTimeout(() => void this.#saveOnce(), error ? RETRY_MS : REST_MS);
  }
}
