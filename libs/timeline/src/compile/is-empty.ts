import type { Size } from '#libs/document';
import { isHolder, type ResolvedLayer } from '#libs/template';

/** True if nothing of a layer with this box is drawn. */
export function paintsNothing(layer: ResolvedLayer, box: Size): boolean {
  if (layer.scale <= 0) return true;
  // A group without a size may hold layers with one.
  if (isHolder(layer) && !layer.clip) return false;
  const isLine = layer.type === 'shape' && layer.shape === 'line';
  return box.width === 0 || (box.height === 0 && !isLine);
}
