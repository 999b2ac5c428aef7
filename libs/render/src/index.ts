/** Document and files → checked file: videos, the steps of one that is cut, stills, explanations. */
export type { AssetEntries } from './assets/asset-library.js';
export { type AvailableAssets, fetchAvailableAssets } from './assets/fetch-available-assets.js';
export { measureFiles } from './assets/measure-files.js';
export { FetchBudgets } from './assets/fetch-budgets.js';
export { cpuTimeMs } from './cpu-meter.js';
export { bytesFor, type DiskShare } from './disk-room.js';
export type { ThreadLimits } from './drawing/draw-ahead.js';
export { heldMemory, processTree } from './process-tree.js';
export { brokenOutput, OtherFrameCount, RenderError, UnfitParts } from './render-error.js';
export { RENDER_DEFAULTS } from './render-defaults.js';
export { renderJob } from './render-job.js';
export { openRenderTools, type RenderSettings, type RenderTools } from './render-tools.js';
export type { RenderedVideo, RenderWork, StepInputs } from './render-work.js';
export { SharedFiles, type SharedFilesOptions } from './shared-files.js';
export { SharedPictures } from './shared-pictures.js';
export { StageClock, type Step } from './stage-clock.js';
export {
  type DrawnStill,
  drawStill,
  filesOfStill,
  filesToInspect,
  inspectDocument,
  type InspectWork,
  type StillWork,
} from './stills.js';
