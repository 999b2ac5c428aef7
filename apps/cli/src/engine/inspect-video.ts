import { FORMATS, type Inspection } from '#libs/contracts';
import { type DraftedVideo, mergeFindings } from '#libs/drafts';
import { fetchAvailableAssets, filesToInspect, inspectDocument } from '#libs/render';
import { atOrigin, type Warning } from '#libs/template';
import type { Finding } from '../cli-error.js';
import type { Engine } from './open-engine.js';

/** Findings about the videos of a request, each once. */
export interface Findings {
  faults: readonly Finding[];
  warnings: readonly Warning[];
}

/** Inspects the videos of a request. */
export async function inspectVideos(
  videos: readonly DraftedVideo[],
  engine: Engine,
  signal: AbortSignal,
): Promise<Findings> {
  const faults = new Map<string, readonly Finding[]>();
  const warnings = new Map<string, readonly Warning[]>();
  for (const video of videos) {
    const found = await inspectVideo(video, engine, signal);
    faults.set(video.draft.size, found.faults);
    warnings.set(video.draft.size, found.warnings);
  }
  return { faults: mergeFindings(faults, videos.length), warnings: mergeFindings(warnings, videos.length) };
}

/** Opens the files of a video and lays its frames out: what would make it fail, or look otherwise than written. */
async function inspectVideo(
  { draft, origins }: DraftedVideo,
  { tools }: Engine,
  signal: AbortSignal,
): Promise<Inspection> {
  const { document, audioUrl, format, fps } = draft;
  const isSilent = !FORMATS[format].hasSound;
  const inspected = { document, isSilent, fps, explain: false, ...(audioUrl !== null && { audioUrl }) };
  const rules = { signal, mayAsk: () => true };
  const files = await fetchAvailableAssets(filesToInspect(inspected), tools.assets, rules);
  const { faults, warnings } = await inspectDocument({ ...inspected, files }, tools, signal);
  return {
    faults: faults.map((fault) => atOrigin(fault, origins)),
    warnings: warnings.map((warning) => atOrigin(warning, origins)),
  };
}
