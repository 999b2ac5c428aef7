import type { LayerContent, LayerKind, ResolvedLayer } from '#libs/template';
import type { SceneNode } from '#libs/timeline';
import type { Drawing } from '../drawing.js';
import type { RenderResources } from '../render-resources.js';

/** The fields of a node that determine its picture. */
export interface DrawnNode<Kind extends LayerKind = LayerKind> extends Pick<
  SceneNode,
  'key' | 'content' | 'box' | 'rest' | 'timeS' | 'picture'
> {
  readonly layer: LayerContent<Kind>;
}

/** A text and what decides which fonts write it. */
type WrittenText = Pick<LayerContent<'text'>, 'text' | 'textTransform' | 'fontFamily' | 'weight' | 'italic'>;

/** How the layers of a kind are painted. */
export interface LayerPainter<Kind extends LayerKind> {
  /** Lays out what the layer shows. */
  draw(node: DrawnNode<Kind>, resources: RenderResources): Drawing;
  /** All the words that a layer writes in its life, to check its fonts before it is drawn; undefined for kinds that write none. */
  readonly words: ((layer: ResolvedLayer<Kind>) => WrittenText) | undefined;
}
