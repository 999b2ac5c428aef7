export { toYuv, type Rgb, type Yuv } from './colour.js';
export { Compositor, DEFAULT_PLANE_BYTES, FRAMES_KEPT, type CompositorStats, type PageImage } from './compositor.js';
export { mergeDamage } from './damage.js';
export { MIN_SCALE, type Placement } from './draw-sprite.js';
export type { Kernel } from './kernel.js';
export { referenceKernel } from './reference-kernel.js';
export { alignEven, intersect, isEmpty, NOTHING, shrinkEven, subtract, union, type Rect } from './rect.js';
export type { Sprite } from './sprite.js';
export { openWasmKernel } from './wasm-kernel.js';
