import { type LayerKind, type Matrix, multiply, type Size } from '#libs/document';
import type { Timeline } from '../compile/timeline.js';
import { layersAt, pagesAt } from './sample.js';
import type { PlacedLayer } from './sample-layer.js';

/** The place of a group in a frame. */
export interface GroupPlace {
  /** `pages[0].layers[2]`. */
  readonly key: string;
  readonly type: LayerKind;
  /** Pixels of its box before the matrix. */
  readonly box: Size;
  /** Local → frame px. */
  readonly matrix: Matrix;
}

/**
 * The groups of frame `frame`, outer ones first. These include groups without an effect as a whole, in whose place a
 * scene has their layers.
 *
 * @throws RangeError for a frame outside 0 … frameCount − 1
 */
export function groupsAt(timeline: Timeline, frame: number): GroupPlace[] {
  const scale = timeline.canvas?.scale ?? 1;
  const base: Matrix = [scale, 0, 0, scale, 0, 0];
  return pagesAt(timeline, frame).flatMap((page) => groupsIn(layersAt(timeline, page, frame - page.fromFrame), base));
}

function groupsIn(layers: readonly PlacedLayer[], base: Matrix): GroupPlace[] {
  return layers.flatMap(({ node: { key, layer, box, matrix: own }, children }) => {
    const matrix = multiply(base, own);
    return children ? [{ key, type: layer.type, box, matrix }, ...groupsIn(children, matrix)] : [];
  });
}
