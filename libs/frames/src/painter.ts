import type { Matrix, SceneNode } from '#libs/timeline';
import type { FootageNode, ShownFootage } from './footage/footage-players.js';
import type { Drawing } from './drawing.js';
import type { FontLibrary } from './fonts/font-library.js';
import type { LoadedImage } from './images/loaded-image.js';
import { drawCaptionLayer } from './layers/caption.js';
import { drawChartLayer } from './layers/chart.js';
import { drawImageLayer } from './layers/image.js';
import { drawLottieLayer } from './layers/lottie.js';
import { drawMachineCodeLayer } from './layers/machine-code.js';
import { drawRatingLayer } from './layers/rating.js';
import { drawShapeLayer } from './layers/shape.js';
import { drawTextLayer } from './layers/text.js';
import { drawVideoLayer } from './layers/video.js';
import type { Lottie } from './lottie/lottie.js';
import { type Context, createCanvas } from './skia.js';

/** What painting a layer may need besides the layer. */
export interface Materials {
  readonly fonts: FontLibrary;
  /** An image by its address; its pixels are at hand where a frame that shows it was prepared. */
  image(url: string): LoadedImage;
  /** What a clip shows in the frame being drawn. */
  clip(node: FootageNode): ShownFootage | undefined;
  /** A loaded animation by its address. */
  lottie(url: string): Lottie;
}

/** What of a node says how it is painted. */
export type DrawnNode = Pick<SceneNode, 'key' | 'content' | 'layer' | 'box' | 'rest' | 'timeS' | 'picture'>;

/** Layouts kept at a time; a layer whose content changes every frame must not pile them up. */
const MAX_DRAWINGS = 512;

/** Lays out each layer once per content and paints it on demand. */
export class Painter {
  readonly #drawings = new Map<string, Drawing>();

  constructor(private readonly materials: Materials) {}

  /** The layer's laid-out picture. */
  drawing(node: DrawnNode): Drawing {
    // Clips and animations show another picture at every frame and have nothing to lay out.
    if (node.layer.type === 'video' || node.layer.type === 'lottie') return layOut(node, this.materials);
    const known = this.#drawings.get(node.content);
    if (known) return known;
    const drawing = layOut(node, this.materials);
    if (this.#drawings.size >= MAX_DRAWINGS) this.#drawings.delete(this.#drawings.keys().next().value!);
    this.#drawings.set(node.content, drawing);
    return drawing;
  }
}

/** A group shows its layers and nothing of its own. */
const NOTHING: Drawing = { ink: { x: 0, y: 0, width: 0, height: 0 }, isSmooth: false, paint: () => undefined };

function layOut({ layer, box, ...node }: DrawnNode, { fonts, image, clip, lottie }: Materials): Drawing {
  switch (layer.type) {
    case 'text':
      return drawTextLayer(layer, box, fonts);
    case 'image':
      return drawImageLayer(layer, box, image(layer.sourceUrl));
    case 'video':
      return drawVideoLayer({ ...node, layer, box }, clip({ ...node, layer, box }));
    case 'shape':
      return drawShapeLayer(layer, box);
    case 'rating':
      return drawRatingLayer(layer, box);
    case 'machine_code':
      return drawMachineCodeLayer(layer, box, node.key);
    case 'chart':
      return drawChartLayer(layer, box, fonts);
    case 'group':
      return NOTHING;
    case 'caption':
      return drawCaptionLayer(layer, box, fonts);
    case 'lottie':
      return drawLottieLayer({ layer, box, timeS: node.timeS }, lottie(layer.sourceUrl));
  }
}

/** Paints with a transform onto a fresh transparent canvas and gives its premultiplied RGBA bytes. */
export function rasterize(
  size: { width: number; height: number },
  matrix: Matrix,
  paint: (context: Context) => void,
): Uint8Array {
  const canvas = createCanvas(size.width, size.height);
  const context = canvas.getContext('2d');
  context.setTransform(...matrix);
  paint(context);
  return canvas.data();
}
