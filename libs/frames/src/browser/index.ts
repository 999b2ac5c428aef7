/**
 * The exports of `#libs/frames` in a browser; `libs/preview/bundle.mjs` puts the other files here in the place of the
 * server's.
 */
export { type FrameRenderer, openFrameRenderer } from '../frame-renderer.js';
export { useFiles } from './io.js';
export { complete } from './complete.js';
export { loadParts } from './loading.js';
export { fetchLottiePlayer } from './lottie-player.js';
