export * from './compile/assets-of.js';
export {
  footageCut,
  footageFrames,
  framesBefore,
  pictureAt,
  pictureBytes,
  type FootageCut,
  type FootageRun,
} from './footage-frames.js';
export * from './geometry/clip-shape.js';
export * from './compile/compile.js';
export { cutsOf } from './compile/cuts-of.js';
export { expectedCostMs, RENDER_COSTS, type RenderPath, type RenderWork, renderWork } from './expected-cost.js';
export { dissolves } from './transitions/dissolves.js';
export * from './transitions/scene-transition.js';
export { pieceMotion } from './animations/piece-motion.js';
export * from './animations/pieces.js';
export { easingOf, type Easing } from './animations/easing.js';
export { volumeAt } from './sample/keyframed-value.js';
export { firstAlike, isHeld, type StillRun, stillRunsOf } from './sample/still-runs.js';
export { lottieTimeS } from './sample/layer-content.js';
export { layOut } from './layout/lay-out.js';
export type { TextHeight, TextMeasurer } from './layout/text-measurer.js';
export { masksOf } from './compile/masks-of.js';
export { MAX_PICTURE_PIXELS } from './max-picture-pixels.js';
export { type GroupPlace, groupsAt } from './sample/groups-at.js';
export { sample } from './sample/sample.js';
export * from './sample/scene.js';
export { shownLayers, type ShownLayer } from './compile/shown-layers.js';
export { testVersion, withinHeight } from './compile/test-version.js';
export * from './compile/timeline.js';
export * from './compile/with-captions.js';
export { unheardTracks } from './compile/unheard-tracks.js';
export { unseenParts } from './compile/unseen-parts.js';
export { withinWidth } from './geometry/within-width.js';
export { withoutParts } from './compile/without-parts.js';
