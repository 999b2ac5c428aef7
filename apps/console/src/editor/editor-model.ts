import { createContext, use } from 'react';
import {
  type Json,
  type JsonObject,
  layerAt,
  type LayerPath,
  type Path,
  valueAt,
  withoutValue,
  withValue,
} from '#libs/document';
import { documentOf, edit, type EditorState, endEdit } from './document/editor-state.ts';
import type { TemplateSchema } from './form/template-schema.ts';
import type { Uploads } from './upload/use-uploads.ts';
import type { Fault } from './draft/draft.ts';

/** State and actions that all parts of the editor share. */
export interface EditorModel {
  readonly templateId: string;
  readonly state: EditorState;
  readonly document: JsonObject;
  /** Every change goes through here: a function from one state to the next. */
  readonly change: (step: (state: EditorState) => EditorState) => void;
  readonly schema: TemplateSchema;
  /** Families of fonts that the service has. */
  readonly fonts: readonly string[];
  /** Faults of the document as it was saved last. */
  readonly faults: readonly Fault[];
  /** Seconds since the start of the page that is shown. */
  readonly time: number;
  readonly setTime: (time: number) => void;
  /** Shows a page at a time. */
  readonly setMoment: (page: number, time: number) => void;
  readonly isLocked: (path: LayerPath) => boolean;
  readonly toggleLock: (path: LayerPath) => void;
  /** Files on their way into the document. */
  readonly uploads: Uploads;
  /** False for a viewer, who sees everything and changes nothing. */
  readonly canWrite: boolean;
}

export const EditorContext = createContext<EditorModel | null>(null);

export function useEditor(): EditorModel {
  const model = use(EditorContext);
  if (!model) throw new Error('The editor is not open');
  return model;
}

/** A layer is locked by its name, which stays when layers change their order. */
export function lockKey(state: EditorState, path: LayerPath): string {
  return `${String(path[1])} ${layerAt(documentOf(state), path)?.name ?? ''}`;
}

export interface PropertyEdit {
  readonly value: Json | undefined;
  /** Sets the property; undefined removes it, so that its default holds. */
  readonly set: (value: Json | undefined) => void;
  /** Path of the property in the document, if it is one of the document's own. */
  readonly path?: Path;
  /** Ends a run of changes that is one step of undo. */
  readonly settle: () => void;
}

/** The value at `path` of the document, and how to change it. `label` names the change for undo. */
export function useProperty(path: Path, label: string): PropertyEdit {
  const { document, change } = useEditor();
  return {
    path,
    value: valueAt(document, path),
    set: (value) => change((state) => withProperty(state, path, value, label)),
    settle: () => change(endEdit),
  };
}

function withProperty(state: EditorState, path: Path, value: Json | undefined, label: string): EditorState {
  const before = documentOf(state);
  const document = value === undefined ? withoutValue(before, path) : withValue(before, path, value);
  return edit(state, { document, label, gesture: `change ${path.join('.')}` });
}
