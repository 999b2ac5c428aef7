import { defineRule } from '../rules/define-rule.js';
import { own } from '../shape/json.js';
import { MAX_LAYERS } from './layer.js';

/** Layers of a stack, those inside groups included; counted no further than is needed to know that they are too many. */
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

/** What `ArrayMaxSize` says of the stack itself, said of the whole page: judged before any layer is. */
export function HasLayersInAll(): PropertyDecorator {
  return defineRule({
    name: 'hasLayersInAll',
    code: 'VALUE_TOO_LARGE',
    types: ['array'],
    message: `must contain at most ${MAX_LAYERS} layers, those inside groups counted`,
    test: (stack) => (Array.isArray(stack) && stack.length > MAX_LAYERS) || countLayers(stack) <= MAX_LAYERS,
  });
}
