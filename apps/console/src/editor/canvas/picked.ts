import { isWithin, type LayerPath } from '#libs/document';

/**
 * The layer that a press on the layer at `path` selects: the outermost group around it, or, inside of a group that
 * already has a selection, the layer there.
 */
export function picked(path: LayerPath, selection: readonly LayerPath[]): LayerPath {
  for (let length = path.length; length > 4; length -= 2) {
    const group = path.slice(0, length - 2);
    if (selection.some((selected) => selected.length > group.length && isWithin(selected, group))) {
      return path.slice(0, length);
    }
  }
  return path.slice(0, 4);
}

/** The layer that a double press selects: one group deeper than the selection. */
export function enteredAt(path: LayerPath, selection: readonly LayerPath[]): LayerPath {
  const selected = selection.find((each) => isWithin(path, each));
  return selected ? path.slice(0, Math.min(path.length, selected.length + 2)) : picked(path, selection);
}
