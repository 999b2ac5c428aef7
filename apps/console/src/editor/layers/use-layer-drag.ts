import { layerAt, type LayerPath, layersOf, moveLayer, type Path, valueAt } from '#libs/document';
import { documentOf, edit } from '../model/editor-state.ts';
import { type EditorModel, useEditor } from '../model/editor-model.ts';
import { type Drop, useRowDrag } from './use-row-drag.ts';

/** Lets a row of the list of layers be dragged, and be the target of another row. */
export function useLayerDrag(path: LayerPath, isGroup: boolean) {
  const { change } = useEditor();
  return useRowDrag({
    type: 'application/x-framewright-layer',
    row: JSON.stringify(path),
    isGroup,
    onDrop: (dragged, drop) => moveTo(change, JSON.parse(dragged) as LayerPath, path, drop),
  });
}

/** Moves a layer. The list shows the topmost layer first, so a place above a row is after it in paint order. */
function moveTo(change: EditorModel['change'], from: LayerPath, to: LayerPath, drop: Drop): void {
  change((state) => {
    const document = documentOf(state);
    const holder: Path = drop === 'into' ? to : to.slice(0, -2);
    const index =
      drop === 'into' ? layersOf(valueAt(document, to)).length : Number(to.at(-1)) + (drop === 'above' ? 1 : 0);
    const moved = moveLayer(document, from, holder, index);
    const label = `Order ${layerAt(document, from)?.name ?? 'layer'}`;
    return edit(state, { document: moved.document, label, selection: [moved.path] });
  });
}
