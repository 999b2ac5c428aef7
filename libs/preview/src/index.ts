export { createPreview, EmbeddedPreview, type EmbeddedPreviewOptions } from './embedded-preview.js';
export { canPreview, Preview, type PreviewOptions, PreviewRefused } from './preview.js';
export type {
  FootageStrip,
  MissingFile,
  OpenedPage,
  OpenedPreview,
  PlacedLayer,
  PreviewFault,
  PreviewFiles,
  PreviewRequest,
  PreviewWarning,
} from './protocol.js';
