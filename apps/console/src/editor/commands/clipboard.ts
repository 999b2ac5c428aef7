import { addLayer, isList, type Json, type Layer, layerAt, type LayerPath, outermost, type Path } from '#libs/document';
import { documentOf, edit, type EditorState } from '../model/editor-state.ts';
import { isJsonObject, parsedJson } from '../../ui/json-value.ts';
import { nameOfSelection } from './layer-commands.ts';

/** The selected layers as JSON, in paint order, for another template or for a person. Empty without a selection. */
export function copiedText(state: EditorState): string {
  const ordered = [...outermost(state.selection)].sort((one, other) => Number(one.at(-1)) - Number(other.at(-1)));
  const layers = ordered.map((path) => layerAt(documentOf(state), path)!);
  return layers.length === 0 ? '' : JSON.stringify({ layers }, null, 2);
}

/** The layers in a text of the clipboard: `{layers: […]}`, an array of layers, or a layer. Undefined if it has none. */
export function pastedLayers(text: string): readonly Layer[] | undefined {
  const value = parsedJson(text);
  const wrapped = isJsonObject(value) && isList(value['layers']) && !('type' in value) ? value['layers'] : value;
  const members = isList(wrapped) ? wrapped : [wrapped];
  return members.length > 0 && members.every(isLayer) ? members : undefined;
}

/** Puts `layers` on top of the page that is shown and selects them. Names that are taken get a number. */
export function paste(state: EditorState, layers: readonly Layer[]): EditorState {
  const page: Path = ['pages', state.page];
  let document = documentOf(state);
  const pasted: LayerPath[] = [];
  for (const layer of layers) {
    const added = addLayer(document, page, layer);
    document = added.document;
    pasted.push(added.path);
  }
  const after = { ...state, selection: pasted };
  const label = layers.length === 1 ? `Paste ${layers[0]!.name}` : `Paste ${nameOfSelection(after)}`;
  return edit(state, { document, label, selection: pasted });
}

function isLayer(value: Json | undefined): value is Layer {
  if (!isJsonObject(value) || typeof value['type'] !== 'string' || typeof value['name'] !== 'string') return false;
  const inner = value['layers'];
  return inner === undefined || (isList(inner) && inner.every(isLayer));
}
