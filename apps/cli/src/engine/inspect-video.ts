import { FORMATS, type Inspection } from '#libs/contracts';
import type { DraftedVideo } from '#libs/drafts';
import { fetchAvailableAssets, filesToInspect, inspectDocument } from '#libs/render';
import { atOrigin } from '#libs/template';
import type { Engine } from './open-engine.js';

/** Opens the files of a video and lays its frames out: what would make it fail, or look otherwise than written. */
export async function inspectVideo(
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
