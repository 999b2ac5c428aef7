import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inspection } from '#libs/contracts';
import { inspectTimeline, openFrameRenderer } from '#libs/frames';
import type { TemplateDocument } from '#libs/template';
import { assetsOf, type AssetUse, compile, framesBefore, type Timeline, withCaptions } from '#libs/timeline';
import { type AssetEntries, JobAssets } from '../assets/asset-library.js';
import type { RenderTools } from '../render-job.js';
import { type AvailableAssets, without } from './fetch-available-assets.js';

/** The rate a document without one is drawn at; its frames lie on the grid of a video at this rate. */
const FPS = 24;

/** A document to look at. Its modifications are applied. */
export interface DocumentToInspect {
  document: TemplateDocument;
  /** The sound under the whole video. */
  audioUrl?: string;
  /** Nobody will hear it: its sounds are left aside. */
  isSilent: boolean;
}

/** A document and what could be had of {@link filesToInspect}. */
export interface InspectWork extends DocumentToInspect {
  files: AvailableAssets;
}

/** A frame of a document. */
export interface StillToDraw {
  /** Its modifications are applied. */
  document: TemplateDocument;
  /** Seconds from the beginning; the document's `poster_time` when absent. A time beyond the end shows the last frame. */
  timeS?: number;
}

/** A frame to draw, {@link filesOfStill}, and an empty folder of its own. */
export interface StillWork extends StillToDraw {
  assets: AssetEntries;
  folder: string;
}

export interface DrawnStill {
  /** A PNG in the work's folder. */
  file: string;
}

/** What stills are drawn with. */
type StillTools = Pick<RenderTools, 'ffmpeg' | 'limits'>;

/** What must be fetched to draw a frame: of the pages that it shows. */
export function filesOfStill(still: StillToDraw): AssetUse[] {
  return assetsOf(seenIn(still).seen);
}

/** What a document shows and sounds like. */
export function filesToInspect(document: DocumentToInspect): AssetUse[] {
  return assetsOf(heardAndSeen(document));
}

/**
 * Draws one frame as a video would show it.
 *
 * @throws RenderError, FrameError or FfmpegError
 */
export async function drawStill(work: StillWork, { ffmpeg, limits }: StillTools): Promise<DrawnStill> {
  const { seen, frame } = seenIn(work);
  const assets = new JobAssets(work.assets, ffmpeg);
  const spoken = withCaptions(seen, (url) => assets.cues(url));
  const renderer = await openFrameRenderer(spoken, assets, limits);
  try {
    const file = join(work.folder, 'still.png');
    await writeFile(file, await renderer.png(frame));
    return { file };
  } finally {
    await renderer.close();
  }
}

/**
 * Finds what of a document would not look as its author expects, missing assets included.
 *
 * @throws FrameError for what cannot even be opened
 */
export async function inspectDocument(work: InspectWork, { ffmpeg, limits }: StillTools): Promise<Inspection> {
  const { warnings } = work.files;
  const assets = new JobAssets(work.files.assets, ffmpeg);
  const drawable = without(heardAndSeen(work), new Set(warnings.map(([path]) => path)));
  const timeline = withCaptions(drawable, (url) => assets.cues(url));
  return {
    warnings: [...warnings.map(([, sentence]) => sentence), ...(await inspectTimeline(timeline, assets, limits))],
  };
}

function heardAndSeen({ document, audioUrl, isSilent }: DocumentToInspect): Timeline {
  const compiled = compile(document, { fps: FPS, ...(audioUrl !== undefined && { audioUrl }) });
  return isSilent ? { ...compiled, sounds: [] } : compiled;
}

function seenIn({ document, timeS }: StillToDraw): { seen: Timeline; frame: number } {
  const timeline = compile(document, { fps: FPS });
  const frame = frameAt(timeline, timeS);
  return { seen: around(timeline, frame), frame };
}

function frameAt({ fps, frameCount, posterFrame }: Timeline, timeS: number | undefined): number {
  return timeS === undefined ? posterFrame : Math.min(framesBefore(timeS, fps), frameCount - 1);
}

/** The timeline with nothing but the pages that a frame shows, and no sound. */
function around(timeline: Timeline, frame: number): Timeline {
  const pages = timeline.pages.filter((page) => frame >= page.fromFrame && frame < page.toFrame);
  return { ...timeline, pages, sounds: [] };
}
