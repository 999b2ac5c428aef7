/** Painters of kinds that few documents have. A preview loads them with the first layer of one. */
export { CAPTION_PAINTER } from './caption.js';
export { LOTTIE_PAINTER } from './lottie.js';
export { MACHINE_CODE_PAINTER } from './machine-code.js';
export { PROGRESS_PAINTER } from './progress.js';
export { RATING_PAINTER } from './rating.js';
