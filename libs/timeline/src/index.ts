export * from './assets-of.js';
export * from './compile.js';
export * from './price.js';
export { boundsOf } from './layout.js';
export { easingOf, type Easing } from './easing.js';
export * from './resolved-layer.js';
export * from './sample.js';
export * from './scene.js';
export * from './timeline.js';
