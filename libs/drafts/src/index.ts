/** Requests and rows applied to templates: drafts of videos, or what is wrong with them. */
export { type BatchColumn, readColumns } from './batch-columns.js';
export { CUT_FROM_MS, type CutPlaces, cutPlacesOf } from './cut-places.js';
export type { DraftedVideo, VideoCallbackTarget, VideoDraft } from './draft-video.js';
export {
  type JudgedPart,
  type JudgedRows,
  judgeRows,
  type ReadBatch,
  readBatch,
  type RowsInput,
} from './judge-batch.js';
export { RowCells, type SentCells } from './row-cells.js';
export { judgeRequest, judgeTemplate, type Judgment, type TemplateFacts } from './judge-document.js';
export { type JudgedFrame, judgeFrame, judgeRequestedFrame } from './judge-frame.js';
export { type Finding, mergeFindings } from './judge-order.js';
export { planVideo } from './plan-video.js';
export { faultOfRow, requestOfRow, type RowBase } from './row-request.js';
export { type RowTable, tableOfCsv, tableOfRows } from './row-table.js';
export type { VideoLimits } from './video-limits.js';
export type { VideoOperation } from './video-request.js';
