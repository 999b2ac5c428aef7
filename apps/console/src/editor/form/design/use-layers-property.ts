import { type LayerPath, sameJson } from '#libs/document';
import { useEditor, useEditorState } from '../../model/editor-model.ts';
import { endEdit } from '../../model/editor-state.ts';
import type { PropertyEdit } from '../../model/use-property.ts';
import type { Field } from '../../schema/layer-sections.ts';
import { type CommonValue, commonValue, withCommonValue, withToggledKey } from '../../model/layers-property.ts';

export interface LayersProperty extends PropertyEdit, Omit<CommonValue, 'value'> {
  /** Adds a keyframe at the playhead, or removes it. */
  readonly toggleKey: () => void;
}

/** A property of the selected layers, and how to change it for all of them in one step of undo. */
export function useLayersProperty(layers: readonly LayerPath[], { name, label, schema }: Field): LayersProperty {
  const { change } = useEditor();
  const common = useEditorState((state) => commonValue(state, layers, name), sameJson);
  const fallback = schema.default ?? (name.endsWith('color') ? '#000000' : 0);
  const words = label.toLowerCase();
  return {
    ...common,
    ...(layers.length === 1 && { path: [...layers[0]!, name] }),
    set: (value) => change((state) => withCommonValue(state, layers, { name, value, label: `Change ${words}` })),
    settle: () => change(endEdit),
    toggleKey: () =>
      change((state) => withToggledKey(state, layers, { name, otherwise: fallback, label: `Keyframe of ${words}` })),
  };
}
