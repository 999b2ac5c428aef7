export type { ClipPictures, ClipRun, ClipSource } from './clips/clip-source.js';
export { FrameError, type FrameErrorCode } from './frame-error.js';
export { type FrameRenderer, openFrameRenderer } from './frame-renderer.js';
export { encodeJpeg } from './still.js';
export { inspectTimeline } from './inspect-timeline.js';
export { checkFont } from './fonts/check-font.js';
export { checkLottie } from './lottie/check-lottie.js';
export type { AssetFiles, MaterialLimits } from './materials.js';
export { createCanvas, GlobalFonts, loadImage } from './skia.js';
