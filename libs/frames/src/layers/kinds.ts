// The painter of each layer kind, under the name that `libs/template/src/layers/kinds.ts` gives it.
export { CAPTION_PAINTER as caption } from './rare-kinds.js';
export { CHART_PAINTER as chart } from './chart.js';
export { COMPONENT_PAINTER as component } from './group.js';
export { GROUP_PAINTER as group } from './group.js';
export { IMAGE_PAINTER as image } from './image.js';
export { LOTTIE_PAINTER as lottie } from './rare-kinds.js';
export { MACHINE_CODE_PAINTER as machine_code } from './rare-kinds.js';
export { PROGRESS_PAINTER as progress } from './rare-kinds.js';
export { RATING_PAINTER as rating } from './rare-kinds.js';
export { SHAPE_PAINTER as shape } from './shape.js';
export { STACK_PAINTER as stack } from './group.js';
export { TEXT_PAINTER as text } from './text.js';
export { VIDEO_PAINTER as video } from './video.js';
