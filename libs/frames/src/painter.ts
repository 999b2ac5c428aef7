import { kindOf } from '#libs/template';
import type { Matrix } from '#libs/timeline';
import type { Drawing } from './drawing.js';
import type { DrawnNode, Materials } from './layers/layer-painter.js';
import { painterOf } from './layers/painter-of.js';
import { type Context, createCanvas } from './skia.js';

/** Layouts kept at a time; a layer whose content changes every frame must not pile them up. */
const MAX_DRAWINGS = 512;

/** Lays out each layer once per content and paints it on demand. */
export class Painter {
  readonly #drawings = new Map<string, Drawing>();

  constructor(private readonly materials: Materials) {}

  /** The layer's laid-out picture. */
  drawing(node: DrawnNode): Drawing {
    // What plays shows another picture at every frame and has nothing to lay out.
    if (kindOf(node.layer).plays) return this.#layOut(node);
    const known = this.#drawings.get(node.content);
    if (known) return known;
    const drawing = this.#layOut(node);
    if (this.#drawings.size >= MAX_DRAWINGS) this.#drawings.delete(this.#drawings.keys().next().value!);
    this.#drawings.set(node.content, drawing);
    return drawing;
  }

  #layOut(node: DrawnNode): Drawing {
    return painterOf(node.layer).draw(node, this.materials);
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
