import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Inspection, TEMPLATE_FPS } from '#libs/contracts';
import { encodeStill, inspectTimeline, openFrameRenderer, type StillEncoding } from '#libs/frames';
import { type TemplateDocument, unusedEasings, warningAt } from '#libs/template';
import {
  assetsOf,
  type AssetUse,
  compile,
  framesBefore,
  type Timeline,
  unheardTracks,
  withCaptions,
  withoutParts,
} from '#libs/timeline';
import { type AssetEntries, JobAssets } from './assets/asset-library.js';
import { explainDocument } from './explain-document.js';
import type { AvailableAssets } from './assets/fetch-available-assets.js';
import type { RenderTools } from './render-tools.js';

/** Faults and warnings that an inspection reports each, as in `details` of a VALIDATION_ERROR. */
const MAX_FINDINGS = 100;

/** A document to inspect. Its modifications are applied. */
export interface DocumentToInspect {
  document: TemplateDocument;
  /** The sound under the whole video. */
  audioUrl?: string;
  /** Whether the video will have no sound: its sounds are then not inspected. */
  isSilent: boolean;
  /** Frames per second. */
  fps: number;
  /** Whether to explain the cost of drawing. */
  explain: boolean;
}

/** A document and the available ones of {@link filesToInspect}. */
export interface InspectWork extends DocumentToInspect {
  files: AvailableAssets;
}

/** A frame of a document. */
export interface StillToDraw {
  /** Its modifications are applied. */
  document: TemplateDocument;
  /** Seconds from the beginning; the document's `poster_time` when absent. A time beyond the end shows the last frame. */
  timeS?: number;
  /** Default: a PNG of the size of the document. */
  style?: StillEncoding;
}

/** A frame to draw, its {@link filesOfStill}, and an empty folder for the result. */
export interface StillWork extends StillToDraw {
  assets: AssetEntries;
  folder: string;
}

export interface DrawnStill {
  /** A picture in the work's folder. */
  file: string;
}

type StillTools = Pick<RenderTools, 'ffmpeg' | 'limits' | 'painted'>;

/** The files needed to draw a frame: those of the pages that it shows. */
export function filesOfStill(still: StillToDraw): AssetUse[] {
  return assetsOf(framePages(still).timeline);
}

/** The files needed to inspect a document. */
export function filesToInspect(document: DocumentToInspect): AssetUse[] {
  return assetsOf(inspectedTimeline(document));
}

/**
 * Draws one frame as a video would show it.
 *
 * @throws RenderError, FrameError or FfmpegError
 */
export async function drawStill(work: StillWork, { ffmpeg, limits, painted }: StillTools): Promise<DrawnStill> {
  const { timeline, frame } = framePages(work);
  const assets = new JobAssets(work.assets, ffmpeg);
  const spoken = withCaptions(timeline, (url) => assets.cues(url));
  const renderer = await openFrameRenderer(spoken, assets, limits, { cache: painted, files: assets.files });
  try {
    const file = join(work.folder, 'still');
    await writeFile(file, await encodeStill(await renderer.render(frame), renderer, work.style ?? { format: 'png' }));
    return { file };
  } finally {
    await renderer.close();
  }
}

/**
 * Finds faults that make the video fail, and places that would not look as its author expects; if asked, explains the
 * cost of drawing.
 */
export async function inspectDocument(
  work: InspectWork,
  { ffmpeg, limits }: Omit<StillTools, 'painted'>,
  signal: AbortSignal,
): Promise<Inspection> {
  const { faults, warnings, missing } = work.files;
  const assets = new JobAssets(work.files.assets, ffmpeg);
  const timeline = inspectedTimeline(work);
  const urls = new Map(assetsOf(timeline).map(({ field, url }) => [field, url]));
  const drawable = withCaptions(withoutParts(timeline, new Set(missing)), (url) => assets.cues(url));
  const drawn = await inspectTimeline(drawable, assets, limits);
  const unheard = work.isSilent ? [] : unheardTracks(work.document, timeline);
  const found = [...faults, ...drawn.faults.map((fault) => ({ ...fault, value: urls.get(fault.field) ?? null }))];
  const isExplained = work.explain && found.length === 0;
  return {
    ...(isExplained && {
      explanation: await explainDocument(work.document, { timeline: drawable, assets, limits, signal }),
    }),
    faults: first(found, (rest) => ({
      field: 'body',
      code: 'RENDER_FAILED',
      message: `${rest} more faults`,
      value: null,
    })),
    warnings: first([...warnings, ...drawn.warnings, ...unheard, ...unusedEasings(work.document)], (rest) =>
      warningAt('body', { code: 'MORE_WARNINGS', message: `${rest} more warnings` }),
    ),
  };
}

/** The first findings, and one that counts the rest. */
function first<Found>(found: readonly Found[], counting: (rest: number) => Found): Found[] {
  const rest = found.length - MAX_FINDINGS;
  return rest > 0 ? [...found.slice(0, MAX_FINDINGS), counting(rest)] : [...found];
}

function inspectedTimeline({ document, audioUrl, isSilent, fps }: DocumentToInspect): Timeline {
  const compiled = compile(document, { fps, ...(audioUrl !== undefined && { audioUrl }) });
  return isSilent ? { ...compiled, sounds: [] } : compiled;
}

function framePages({ document, timeS }: StillToDraw): { timeline: Timeline; frame: number } {
  const timeline = compile(document, { fps: TEMPLATE_FPS });
  const frame = frameAt(timeline, timeS);
  return { timeline: around(timeline, frame), frame };
}

function frameAt({ fps, frameCount, posterFrame }: Timeline, timeS: number | undefined): number {
  return timeS === undefined ? posterFrame : Math.min(framesBefore(timeS, fps), frameCount - 1);
}

/** The timeline with only the pages that a frame shows, and without sound. */
function around(timeline: Timeline, frame: number): Timeline {
  const pages = timeline.pages.filter((page) => frame >= page.fromFrame && frame < page.toFrame);
  return { ...timeline, pages, sounds: [] };
}
