/** Document and files → checked file: videos, the steps of one that is cut, stills, explanations. */
export type { AssetLimits } from './assets/asset-budget.js';
export { type AssetEntries, AssetLibrary } from './assets/asset-library.js';
export { ContentCache } from './assets/content-cache.js';
export { type AvailableAssets, fetchAvailableAssets } from './assets/fetch-available-assets.js';
export { FetchBudgets } from './assets/fetch-budgets.js';
export { cpuTimeMs } from './cpu-meter.js';
export { bytesFor } from './disk-room.js';
export type { ThreadLimits } from './drawing/draw-ahead.js';
export { heldMemory, processTree } from './process-tree.js';
export { brokenOutput, OtherFrameCount, RenderError, UnfitParts } from './render-error.js';
export type { RenderedVideo, RenderTools, RenderWork, StepInputs } from './render-job.js';
export { StageClock, type Step } from './stage-clock.js';
export { stepJob } from './steps/step-job.js';
export {
  type DrawnStill,
  drawStill,
  filesOfStill,
  filesToInspect,
  inspectDocument,
  type InspectWork,
  type StillWork,
} from './stills.js';
