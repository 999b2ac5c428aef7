import { movePage } from '#libs/document';
import { documentOf, edit, showPage } from '../model/editor-state.ts';
import { useEditor } from '../model/editor-model.ts';
import { useRowDrag } from './use-row-drag.ts';

/** Lets an entry of the list of pages be dragged, and be the target of another entry. */
export function usePageDrag(index: number) {
  const { change } = useEditor();
  return useRowDrag({
    type: 'application/x-framewright-page',
    row: String(index),
    onDrop: (dragged, drop) => {
      const from = Number(dragged);
      const place = index + (drop === 'below' ? 1 : 0);
      const to = place > from ? place - 1 : place; // counted without the page that moves
      if (to === from) return;
      change((state) =>
        showPage(edit(state, { document: movePage(documentOf(state), from, to), label: 'Move page' }), to),
      );
    },
  });
}
