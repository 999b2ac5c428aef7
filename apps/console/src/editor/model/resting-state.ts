import { Store } from '../../ui/store.ts';
import { isDragging } from '../ui/follow-pointer.ts';
import type { EditorState } from './editor-state.ts';

/** Lets `resting` follow `store`, but for the time of a drag. Returns a function that ends it. */
export function followAtRest(resting: Store<EditorState>, store: Store<EditorState>): () => void {
  const follow = () => {
    if (!isDragging.value()) resting.change(store.value);
  };
  const ends = [store.subscribe(follow), isDragging.subscribe(follow)];
  follow();
  return () => ends.forEach((end) => end());
}
