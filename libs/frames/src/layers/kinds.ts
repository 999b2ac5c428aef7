// The painter of each layer kind, under the name that `libs/template/src/layers/kinds.ts` gives it.
export { CAPTION as caption } from './caption.js';
export { CHART as chart } from './chart.js';
export { GROUP as group } from './group.js';
export { IMAGE as image } from './image.js';
export { LOTTIE as lottie } from './lottie.js';
export { MACHINE_CODE as machine_code } from './machine-code.js';
export { PROGRESS as progress } from './progress.js';
export { RATING as rating } from './rating.js';
export { SHAPE as shape } from './shape.js';
export { TEXT as text } from './text.js';
export { VIDEO as video } from './video.js';
