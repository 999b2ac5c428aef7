import { boundsOfRect, type Matrix, type Rect } from '#libs/document';
import { type Scene, type SceneNode } from '#libs/timeline';
import type { FontLibrary } from './fonts/font-library.js';
import { layOutLayer } from './layers/text.js';

/** The place of a layer in a frame. */
export interface LayerPlace {
  /** `pages[0].layers[2]`. */
  readonly key: string;
  readonly type: SceneNode['layer']['type'];
  /** Pixels of its box before the matrix. */
  readonly box: { readonly width: number; readonly height: number };
  /** Local → frame px. */
  readonly matrix: Matrix;
  /** The box in the frame. */
  readonly bounds: Rect;
  /** Texts: the lines as they are broken. */
  readonly lines?: readonly string[];
}

/** The layers that a scene shows, in paint order, those of groups after their group. */
export function placedLayers(scene: Scene, fonts: FontLibrary): LayerPlace[] {
  const place = (node: SceneNode): LayerPlace[] => {
    const { key, layer, box, matrix, children = [] } = node;
    const placed = { key, type: layer.type, box, matrix, bounds: boundsOfRect(matrix, { x: 0, y: 0, ...box }) };
    const lines = layer.type === 'text' ? layOutLayer(layer, box, fonts).lines.map(({ text }) => text) : undefined;
    return [{ ...placed, ...(lines && { lines }) }, ...children.flatMap(place)];
  };
  return scene.pages.flatMap(({ nodes }) => nodes.flatMap(place));
}
