import type { LayerPainter } from './layer-painter.js';

/** A group shows its layers and has no picture itself. */
export const GROUP: LayerPainter<'group'> = {
  draw: () => ({ ink: { x: 0, y: 0, width: 0, height: 0 }, isSmooth: false, paint: () => undefined }),
  words: undefined,
};
