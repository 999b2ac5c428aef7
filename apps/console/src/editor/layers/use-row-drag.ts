import { type DragEvent, useState } from 'react';

/** Target of a dragged row: next to the row under the pointer, or into it. */
export type Drop = 'above' | 'below' | 'into';

interface RowDrag {
  /** The media type of what is dragged; rows take only their own. */
  type: string;
  /** Names the row in its list. */
  row: string;
  /** Whether others can be dropped into the row. */
  isGroup?: boolean;
  onDrop: (dragged: string, drop: Drop) => void;
}

/** Lets a row of a list be dragged, and be the target of another row. */
export function useRowDrag({ type, row, isGroup = false, onDrop }: RowDrag) {
  const [dropAt, setDropAt] = useState<Drop>();
  const handlers = {
    onDragStart: (event: DragEvent) => {
      event.dataTransfer.setData(type, row);
      event.dataTransfer.effectAllowed = 'move';
      event.stopPropagation();
    },
    onDragOver: (event: DragEvent) => {
      if (!event.dataTransfer.types.includes(type)) return;
      event.preventDefault();
      setDropAt(dropOf(event, isGroup));
    },
    onDragLeave: () => setDropAt(undefined),
    onDrop: (event: DragEvent) => {
      setDropAt(undefined);
      const dragged = event.dataTransfer.getData(type);
      if (dragged === '') return;
      event.preventDefault();
      onDrop(dragged, dropOf(event, isGroup));
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
