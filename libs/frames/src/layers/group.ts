import type { LayerPainter } from './layer-painter.js';

/** A layer that holds others has no drawing of its own: its layers are painted instead. A component is a group by then. */
const NOTHING = {
  draw: () => ({ ink: { x: 0, y: 0, width: 0, height: 0 }, isSmooth: false, paint: () => undefined }),
  words: undefined,
};

export const GROUP_PAINTER: LayerPainter<'group'> = NOTHING;
export const COMPONENT_PAINTER: LayerPainter<'component'> = NOTHING;
export const STACK_PAINTER: LayerPainter<'stack'> = NOTHING;
