import { type JsonObject, type LayerPath, withValue } from '#libs/document';
import { useEditor } from './editor-model.ts';
import { documentOf, edit, endEdit } from './editor-state.ts';

/**
 * A function that puts a changed layer at `path`. The changes of one `gesture` are one step of undo, which `label`
 * names; a change without one is a step of its own.
 */
export function useLayerEdit(path: LayerPath, label: string): (changed: JsonObject, gesture?: string) => void {
  const { change } = useEditor();
  return (changed, gesture) =>
    change((state) => {
      const document = withValue(documentOf(state), path, changed);
      if (gesture === undefined) return endEdit(edit(state, { document, label }));
      return edit(state, { document, label, gesture });
    });
}
