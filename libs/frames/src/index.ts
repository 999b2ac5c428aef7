export type { ClipPictures, ClipRun, ClipSource } from './clips/clip-source.js';
export { FrameError, type FrameErrorCode } from './frame-error.js';
export { type AssetFiles, type FrameRenderer, openFrameRenderer } from './frame-renderer.js';
