import { useEffect, useEffectEvent, useState } from 'react';
import type { Point, Size } from '#libs/document';
import { useEditor } from '../model/editor-model.ts';
import { frameSize } from '../model/editor-state.ts';

/** Time without a report of the browser after which no files are dragged over the page any more, ms. */
const OVER_MS = 200;

/**
 * Takes files that are dropped anywhere in the editor, so that the browser does not open them instead. `onFiles` gets
 * the point of the frame under the pointer, or none beside the picture. True while files are dragged over the page.
 * Without `onFiles` they are refused.
 */
export function useFileDrop(onFiles: ((files: readonly File[], at?: Point) => void) | null): boolean {
  const { store } = useEditor();
  const [isOver, setOver] = useState(false);
  const isTaken = onFiles !== null;
  const drop = useEffectEvent((event: DragEvent) => {
    const files = [...(event.dataTransfer?.files ?? [])];
    if (files.length > 0) onFiles?.(files, pointOf(event, frameSize(store.value())));
  });
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout>;
    const onOver = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      event.dataTransfer.dropEffect = isTaken ? 'copy' : 'none';
      setOver(isTaken);
      clearTimeout(timer);
      timer = setTimeout(() => setOver(false), OVER_MS);
    };
    const onDrop = (event: DragEvent) => {
      if (!event.dataTransfer?.types.includes('Files')) return;
      event.preventDefault();
      setOver(false);
      drop(event);
    };
    window.addEventListener('dragover', onOver);
    window.addEventListener('drop', onDrop);
    return () => {
      clearTimeout(timer);
      window.removeEventListener('dragover', onOver);
      window.removeEventListener('drop', onDrop);
    };
  }, [isTaken]);
  return isOver;
}

/** Place of the pointer in the frame; undefined outside of it. */
function pointOf({ clientX, clientY }: DragEvent, { width, height }: Size): Point | undefined {
  const shown = document.querySelector('[data-frame]')?.getBoundingClientRect();
  if (!shown || shown.width === 0) return undefined;
  const at = { x: ((clientX - shown.left) / shown.width) * width, y: ((clientY - shown.top) / shown.height) * height };
  return at.x >= 0 && at.y >= 0 && at.x <= width && at.y <= height ? at : undefined;
}
