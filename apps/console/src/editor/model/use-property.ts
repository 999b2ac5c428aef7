import { type Json, type Path, valueAt, withoutValue, withValue } from '#libs/document';
import { useEditor, useEditorState } from './editor-model.ts';
import { documentOf, edit, type EditorState, endEdit } from './editor-state.ts';

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
  const { change } = useEditor();
  return {
    path,
    value: useEditorState((state) => valueAt(documentOf(state), path)),
    set: (value) => change((state) => withProperty(state, path, value, label)),
    settle: () => change(endEdit),
  };
}

function withProperty(state: EditorState, path: Path, value: Json | undefined, label: string): EditorState {
  const before = documentOf(state);
  const document = value === undefined ? withoutValue(before, path) : withValue(before, path, value);
  return edit(state, { document, label, gesture: `change ${path.join('.')}` });
}
