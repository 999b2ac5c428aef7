import type { LayerContent, LayerKind, ResolvedLayer } from '#libs/template';
import type { SceneNode } from '#libs/timeline';
import type { FootageNode, ShownFootage } from '../footage/footage-players.js';
import type { Drawing } from '../drawing.js';
import type { FontLibrary } from '../fonts/font-library.js';
import type { LoadedImage } from '../images/loaded-image.js';
import type { Lottie } from '../lottie/lottie.js';

/** What painting a layer may need besides the layer. */
export interface Materials {
  readonly fonts: FontLibrary;
  /** An image by its address; its pixels are cached where a frame that shows it was prepared. */
  image(url: string): LoadedImage;
  /** What footage shows in the frame being drawn. */
  clip(node: FootageNode): ShownFootage | undefined;
  /** A loaded animation by its address. */
  lottie(url: string): Lottie;
}

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
  draw(node: DrawnNode<Kind>, materials: Materials): Drawing;
  /** All the words that a layer writes in its life, to check its fonts before it is drawn; undefined for kinds that write none. */
  readonly words: ((layer: ResolvedLayer<Kind>) => WrittenText) | undefined;
}
