import { rounded } from '#libs/document';
import { useEditor } from '../model/editor-model.ts';
import { seek } from '../model/editor-state.ts';

/**
 * A function that moves the playhead to a second of a page that lasts `pageS`, or to the nearest second that it has.
 */
export function useSeek(pageS: number): (seconds: number) => void {
  const { change } = useEditor();
  return (seconds) => {
    const shown = rounded(Math.min(pageS, Math.max(0, seconds)), 2);
    change((state) => seek(state, shown));
  };
}
