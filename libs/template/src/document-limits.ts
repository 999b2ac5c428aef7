import { MAX_VIDEO_S } from '#libs/document';

/** Limits for the video of a document. */
export interface DocumentLimits {
  /** Pixels of one frame. */
  framePixels: number;
  /** Seconds of all pages together. */
  durationS: number;
}

/** Pixels of a side of a frame. */
export const MAX_FRAME_SIDE = 3_840;

/** Pages of a document. */
export const MAX_PAGES = 200;
/** Layers of one page, those inside groups included. */
export const MAX_LAYERS = 400;
/** Layers of all pages together. */
export const MAX_LAYERS_IN_ALL = 5_000;

/** Sizes that a document may declare beside its own. */
export const MAX_SIZES = 12;

/** Characters of the name of a size. */
export const MAX_SIZE_NAME = 64;

/** The name of the size that `width` and `height` of the document are. */
export const DEFAULT_SIZE = 'default';

/** Styles, and components, that a document may declare. */
export const MAX_STYLES = 100;
export const MAX_COMPONENTS = 50;
/** Styles that one layer may name. */
export const MAX_STYLES_OF_LAYER = 8;
/** Components in each other. */
export const MAX_COMPONENT_DEPTH = 8;

/** Characters of a value of a variable, and of any field (docs/api.md: text). */
export const MAX_VALUE_CHARACTERS = 10_000;

/** Items of a list. */
export const MAX_LIST_ITEMS = 200;

/** Variables that one document or component may declare. */
export const MAX_VARIABLES = 500;

/** Fields of the items of a list. */
export const MAX_FIELDS = 50;

/** Seconds into a file: 100 hours, longer than any file that may be fetched. */
export const MAX_TRIM_S = 360_000;

/** Largest number of a chart, positive or negative. Sums of all numbers of a chart stay exact to a whole. */
export const MAX_CHART_VALUE = 10_000_000_000_000;

/** Limits of the format: 3840×2160 pixels and an hour. An installation may allow less, never more. */
export const FORMAT_LIMITS: DocumentLimits = { framePixels: 8_294_400, durationS: MAX_VIDEO_S };
