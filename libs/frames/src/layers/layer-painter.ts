import type { LayerKind } from '#libs/document';
import type { LayerContent, ResolvedLayer } from '#libs/template';
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

/** A text, and the properties that select its fonts. */
interface WrittenText extends Pick<
  LayerContent<'text'>,
  'text' | 'textTransform' | 'fontFamily' | 'weight' | 'italic'
> {
  /** The property of the document that contains the text. */
  readonly property: string;
}

/** The painter of a layer kind. */
export interface LayerPainter<Kind extends LayerKind> {
  /** Lays out the content of the layer. */
  draw(node: DrawnNode<Kind>, resources: RenderResources): Drawing;
  /** All text of a layer over time, to check its fonts before rendering. Undefined for kinds without text. */
  readonly words: ((layer: ResolvedLayer<Kind>) => WrittenText) | undefined;
}
