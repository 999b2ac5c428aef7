import { LAYER_FACTS } from '#libs/document';
import { LRUCache } from 'lru-cache';
import type { Drawing } from './drawing.js';
import type { DrawnNode } from './layers/layer-painter.js';
import { painterOf } from './layers/painter-of.js';
import type { RenderResources } from './render-resources.js';

/** Drawings kept at a time: a layer whose content changes with every frame must not fill the memory. */
const MAX_DRAWINGS = 512;

/** Layers as they are laid out, by content. */
export type Drawings = LRUCache<string, Drawing>;

export function newDrawings(): Drawings {
  return new LRUCache<string, Drawing>({ max: MAX_DRAWINGS });
}

/** Lays out each layer once per content. */
export class Painter {
  readonly #drawings: Drawings;

  /** @param drawings those that were laid out with the same fonts and images before */
  constructor(
    private readonly resources: RenderResources,
    drawings = newDrawings(),
  ) {
    this.#drawings = drawings;
  }

  /** The drawing of a node's layer. */
  drawing(node: DrawnNode): Drawing {
    // Layers that play show another picture in every frame and have nothing to lay out.
    if (LAYER_FACTS[node.layer.type].plays) return this.#layOut(node);
    const known = this.#drawings.get(node.content);
    if (known) return known;
    const drawing = this.#layOut(node);
    this.#drawings.set(node.content, drawing);
    return drawing;
  }

  #layOut(node: DrawnNode): Drawing {
    return painterOf(node.layer).draw(node, this.resources);
  }
}
