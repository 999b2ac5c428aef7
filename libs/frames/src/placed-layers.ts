import { boundsOfRect, type Matrix, type Rect } from '#libs/document';
import type { GroupPlace, Scene, SceneNode } from '#libs/timeline';
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

/**
 * The layers that a scene shows, in paint order, those of groups after their group.
 *
 * @param groups all groups of the frame: the scene has the layers of some in their place
 */
export function placedLayers(scene: Scene, groups: readonly GroupPlace[], fonts: FontLibrary): LayerPlace[] {
  const place = (node: SceneNode): LayerPlace[] => {
    const { key, layer, box, matrix, children = [] } = node;
    const placed = { key, type: layer.type, box, matrix, bounds: boundsOf(node) };
    const lines = layer.type === 'text' ? layOutLayer(layer, box, fonts).lines.map(({ text }) => text) : undefined;
    return [{ ...placed, ...(lines && { lines }) }, ...children.flatMap(place)];
  };
  return withGroups(
    scene.pages.flatMap(({ nodes }) => nodes.flatMap(place)),
    groups,
  );
}

/** Puts each group that is missing before the first of its layers. */
function withGroups(layers: readonly LayerPlace[], groups: readonly GroupPlace[]): LayerPlace[] {
  const known = new Set(layers.map(({ key }) => key));
  return layers.flatMap((layer) => {
    const around = groups.filter(({ key }) => layer.key.startsWith(`${key}.`) && !known.has(key));
    for (const { key } of around) known.add(key);
    return [...around.map((group): LayerPlace => ({ ...group, bounds: boundsOf(group) })), layer];
  });
}

function boundsOf({ matrix, box }: Pick<LayerPlace, 'matrix' | 'box'>): Rect {
  return boundsOfRect(matrix, { x: 0, y: 0, ...box });
}
