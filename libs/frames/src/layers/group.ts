import type { LayerPainter } from './layer-painter.js';

/** A group has no drawing of its own: its layers are painted instead. */
export const GROUP_PAINTER: LayerPainter<'group'> = {
  draw: () => ({ ink: { x: 0, y: 0, width: 0, height: 0 }, isSmooth: false, paint: () => undefined }),
  words: undefined,
};
