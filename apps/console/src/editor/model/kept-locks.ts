import { layerAt, pagesOf, walkLayers } from '#libs/document';
import { type EditorState, sourceOf } from './editor-state.ts';
import { isJsonArray, parsedJson } from '../../ui/json-value.ts';
import type { Store } from '../../ui/store.ts';

/** The locked layers as a text: the position of the page and the name of each. */
export function writtenLocks(state: EditorState): string {
  return JSON.stringify(state.locked.map((path) => [path[1]!, layerAt(sourceOf(state), path)?.name ?? '']));
}

/** The state in which the layers of {@link writtenLocks} that it still has are locked. */
export function withLocks(state: EditorState, written: string): EditorState {
  const entries = parsedJson(written);
  const names = new Set(isJsonArray(entries) ? entries.map((entry) => JSON.stringify(entry)) : []);
  const layers = pagesOf(sourceOf(state)).flatMap((page, index) => [...walkLayers(page, ['pages', index])]);
  const locked = layers.filter(({ layer, path }) => names.has(JSON.stringify([path[1], layer.name])));
  return { ...state, locked: locked.map(({ path }) => path) };
}

/** The state with the locks that this browser has kept for a template. */
export function withKeptLocks(state: EditorState, templateId: string): EditorState {
  const kept = localStorage.getItem(keyOf(templateId));
  return kept === null ? state : withLocks(state, kept);
}

/** Keeps the locks of a template in this browser from now on. Returns a function that ends it. */
export function keepLocks({ value, subscribe }: Store<EditorState>, templateId: string): () => void {
  let { locked } = value();
  return subscribe(() => {
    if (value().locked === locked) return;
    ({ locked } = value());
    if (locked.length === 0) localStorage.removeItem(keyOf(templateId));
    else localStorage.setItem(keyOf(templateId), writtenLocks(value()));
  });
}

function keyOf(templateId: string): string {
  return `framewright-locks-${templateId}`;
}
