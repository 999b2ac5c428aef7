import { type DragEvent, useState } from 'react';
import { layerAt, type LayerPath, layersOf, moveLayer, type Path, valueAt } from '#libs/document';
import { documentOf, edit } from '../model/editor-state.ts';
import { type EditorModel, useEditor } from '../model/editor-model.ts';

const TYPE = 'application/x-framewright-layer';

/** Target of a dragged layer: next to the row under the pointer, or into it. */
type Drop = 'above' | 'below' | 'into';

/** Lets a row of the list of layers be dragged, and be the target of another row. */
export function useLayerDrag(path: LayerPath, isGroup: boolean) {
  const { change } = useEditor();
  const [dropAt, setDropAt] = useState<Drop>();
  const handlers = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(TYPE, JSON.stringify(path));
      event.dataTransfer.effectAllowed = 'move';
      event.stopPropagation();
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      setDropAt(dropOf(event, isGroup));
    },
    onDragLeave: () => setDropAt(undefined),
    onDrop: (event: DragEvent) => {
      setDropAt(undefined);
      const dragged = event.dataTransfer.getData(TYPE);
      if (dragged === '') return;
      event.preventDefault();
      moveTo(change, JSON.parse(dragged) as LayerPath, path, dropOf(event, isGroup));
    },
  };
  return { dropAt, handlers };
}

/**
 * The target at the pointer: the upper part of a row is above it, the lower part below, the middle of a group inside
 * it.
 */
function dropOf(event: DragEvent, isGroup: boolean): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  const share = (event.clientY - top) / height;
  if (isGroup && share > 0.3 && share < 0.7) return 'into';
  return share < 0.5 ? 'above' : 'below';
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
