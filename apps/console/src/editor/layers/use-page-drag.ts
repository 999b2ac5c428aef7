import { type DragEvent, useState } from 'react';
import { movePage } from '#libs/document';
import { documentOf, edit, showPage } from '../model/editor-state.ts';
import { useEditor } from '../model/editor-model.ts';

const TYPE = 'application/x-framewright-page';

/** Target of a dragged page: before or behind the one under the pointer. */
type Drop = 'before' | 'behind';

/** Lets an entry of the list of pages be dragged, and be the target of another entry. */
export function usePageDrag(index: number) {
  const { change } = useEditor();
  const [dropAt, setDropAt] = useState<Drop>();
  const handlers = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(TYPE, String(index));
      event.dataTransfer.effectAllowed = 'move';
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(TYPE)) return;
      event.preventDefault();
      setDropAt(dropOf(event));
    },
    onDragLeave: () => setDropAt(undefined),
    onDrop: (event: DragEvent) => {
      setDropAt(undefined);
      const dragged = event.dataTransfer.getData(TYPE);
      if (dragged === '') return;
      event.preventDefault();
      const from = Number(dragged);
      const place = index + (dropOf(event) === 'behind' ? 1 : 0);
      const to = place > from ? place - 1 : place; // counted without the page that moves
      if (to === from) return;
      change((state) =>
        showPage(edit(state, { document: movePage(documentOf(state), from, to), label: 'Move page' }), to),
      );
    },
  };
  return { dropAt, handlers };
}

function dropOf(event: DragEvent): Drop {
  const { top, height } = event.currentTarget.getBoundingClientRect();
  return event.clientY - top < height / 2 ? 'before' : 'behind';
}
