export { Preview, type PreviewOptions, PreviewRefused } from './preview.js';
export type { PlacedLayer } from '#libs/frames';
export type { OpenedPreview, PreviewFiles, PreviewRequest } from './protocol.js';
