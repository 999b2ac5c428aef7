import type { FootageNode, ShownFootage } from './footage/shown-footage.js';
import type { FontLibrary } from './fonts/font-library.js';
import type { LoadedImage } from './images/loaded-image.js';
import type { Lottie } from './lottie/lottie.js';

/** The resources that layers are painted with. */
export interface RenderResources {
  readonly fonts: FontLibrary;
  /** An image by its address. Its pixels are loaded if a frame that shows it was prepared. */
  image(url: string): LoadedImage;
  /** The picture that footage shows in the prepared frame. */
  footage(node: FootageNode): ShownFootage | undefined;
  /** A loaded animation by its address. */
  lottie(url: string): Lottie;
}
