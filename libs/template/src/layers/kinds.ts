// Every layer kind under the name that a document's `type` gives it. `libs/frames/src/layers/kinds.ts` registers how it is painted.
export { CAPTION as caption } from './caption-layer.js';
export { CHART as chart } from './chart-layer.js';
export { COMPONENT as component } from './component-layer.js';
export { GROUP as group } from './group-layer.js';
export { IMAGE as image } from './image-layer.js';
export { LOTTIE as lottie } from './lottie-layer.js';
export { MACHINE_CODE as machine_code } from './machine-code-layer.js';
export { PROGRESS as progress } from './progress-layer.js';
export { RATING as rating } from './rating-layer.js';
export { SHAPE as shape } from './shape-layer.js';
export { STACK as stack } from './stack-layer.js';
export { TEXT as text } from './text-layer.js';
export { VIDEO as video } from './video-layer.js';
