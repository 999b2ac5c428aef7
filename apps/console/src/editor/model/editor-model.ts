import { createContext, use } from 'react';
import type { Alone } from './alone.ts';
import type { TemplateSchema } from '../schema/template-schema.ts';
import type { Hand } from '../ui/hand.ts';
import type { EditorState } from './editor-state.ts';
import { type Store, useStored } from '../../ui/store.ts';

/** The model that all parts of the editor share. It is the same as long as the editor is open; its state is in `store`. */
export interface EditorModel {
  readonly templateId: string;
  readonly store: Store<EditorState>;
  /** The same state, which a drag does not change until it ends. */
  readonly resting: Store<EditorState>;
  /** Changes the state by a function from one state to the next. Every change goes through here. */
  readonly change: (step: (state: EditorState) => EditorState) => void;
  /** Space, which moves the view while it is held. */
  readonly hand: Hand;
  readonly schema: TemplateSchema;
  /** Families of fonts that the service has. */
  readonly fonts: readonly string[];
  /** False for a viewer, who sees everything and changes nothing. */
  readonly canWrite: boolean;
  /** Set for an editor without the rest of the console. */
  readonly alone: Alone | null;
}

export const EditorContext = createContext<EditorModel | null>(null);

export function useEditor(): EditorModel {
  const model = use(EditorContext);
  if (!model) throw new Error('The editor is not open');
  return model;
}

/** A part of the editor's state. The component is drawn again when it changes, and not for any other change. */
export function useEditorState<Part>(
  select: (state: EditorState) => Part,
  isSame?: (one: Part, other: Part) => boolean,
): Part {
  return useStored(useEditor().store, select, isSame);
}

/** As {@link useEditorState}, but a drag changes nothing until it ends: for what is not seen or not done meanwhile. */
export function useRestingState<Part>(
  select: (state: EditorState) => Part,
  isSame?: (one: Part, other: Part) => boolean,
): Part {
  return useStored(useEditor().resting, select, isSame);
}
