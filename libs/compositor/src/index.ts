export { toYuv, type Rgb, type Yuv } from './color.js';
export {
  Compositor,
  DEFAULT_PLANE_BYTES,
  type CompositorStats,
  type PageImage,
  type ComposedPage,
  type CutRaster,
  type TransitionImage,
} from './compositor.js';
export { blurredPart } from './blurred-group.js';
export { mostFiltered, type RasterFilter } from './filter-planes.js';
export { type ColorFilter, MOST_FACTOR } from './grade-steps.js';
export { FRAMES_KEPT } from './memory-layout.js';
export type { Grains } from './page-cut.js';
export { halvedSide, MOST_HALVINGS, type MovingPicture } from './moving-picture.js';
export { mergeDamage } from './damage.js';
export { boundsOfPlaced, isOnGrid, isTurned, MIN_SCALE, type Placement } from './placement.js';
export { MIX_MODES, type Kernel, type MixMode } from './kernel.js';
export { referenceKernel } from './reference-kernel.js';
export { alignEven, contains, intersect, isEmpty, NOTHING, shrinkEven, subtract, union, type Rect } from './rect.js';
export {
  type BoxMask,
  type Raster,
  type GroupBlur,
  type Sprite,
  type SpriteGroup,
  type SpriteMask,
  unfiltered,
} from './sprite.js';
export { areaOf, changedAreas, statesOf } from './sprite-changes.js';
export { openWasmKernel } from './wasm-kernel.js';
export { writeRgba } from './write-rgba.js';
