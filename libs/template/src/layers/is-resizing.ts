import { AXES } from '#libs/document';
import type { Resolved } from '../shape/resolve-shape.js';
import type { LayerProperties } from './layer-properties.js';

/** Whether keyframes change the size of the layer's box: its own, or the edges between which it is stretched. */
export function isResizing(
  layer: Pick<Resolved<LayerProperties>, 'keyframes' | 'left' | 'right' | 'top' | 'bottom'>,
): boolean {
  const moves = (name: string): boolean => layer.keyframes?.[name] !== undefined;
  return AXES.some(([, extent, from, to]) => {
    const isStretched = [from, to].every((edge) => layer[edge] !== undefined || moves(edge));
    return moves(extent) || (isStretched && (moves(from) || moves(to)));
  });
}
