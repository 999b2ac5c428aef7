import { defineRule } from '../shape/define-rule.js';
import { listOf, own } from '../shape/json.js';
import { MAX_LAYERS, MAX_LAYERS_IN_ALL } from '../document-limits.js';

/** Number of layers of a stack, layers inside groups included. Stops counting once there are too many. */
export function countLayers(stack: unknown): number {
  const waiting = [stack];
  let count = 0;
  while (waiting.length > 0 && count <= MAX_LAYERS) {
    const layers = waiting.pop();
    if (!Array.isArray(layers)) continue;
    count += layers.length;
    if (count <= MAX_LAYERS) waiting.push(...layers.map((layer) => own(layer, 'layers')));
  }
  return count;
}

/** `ArrayMaxSize` for the whole page instead of one stack. It is checked before any layer. */
export function HasLayersInAll(): PropertyDecorator {
  return defineRule({
    name: 'hasLayersInAll',
    code: 'VALUE_TOO_LARGE',
    types: ['array'],
    message: `must contain at most ${MAX_LAYERS} layers, those inside groups counted`,
    test: (stack) => (Array.isArray(stack) && stack.length > MAX_LAYERS) || countLayers(stack) <= MAX_LAYERS,
  });
}

/** The most layers of all pages of a document together. */
export function HasLayersInPages(): PropertyDecorator {
  return defineRule({
    name: 'hasLayersInPages',
    code: 'VALUE_TOO_LARGE',
    types: ['array'],
    message: `must contain at most ${MAX_LAYERS_IN_ALL} layers in all`,
    test: (pages) => {
      const layers = listOf(pages).map((page) => countLayers(own(page, 'layers')));
      return layers.reduce((sum, count) => sum + count, 0) <= MAX_LAYERS_IN_ALL;
    },
  });
}
