import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Inspection } from '#libs/contracts';
import { inspectTimeline, openFrameRenderer } from '#libs/frames';
import type { TemplateDocument } from '#libs/template';
import { assetsOf, compile, framesBefore, type Timeline, withCaptions } from '#libs/timeline';
import type { RenderTools } from '../render-job.js';
import { whatIsAtHand } from './at-hand.js';

/** The rate a document without one is drawn at; its frames lie on the grid of a video at this rate. */
const FPS = 24;

/** A document to look at. Its modifications are applied. */
export interface InspectWork {
  document: TemplateDocument;
  /** The sound under the whole video. */
  audioUrl?: string;
  /** Nobody will hear it: its sounds are left aside. */
  isSilent: boolean;
}

/** A frame to draw, and an empty folder of its own. */
export interface StillWork {
  /** Its modifications are applied. */
  document: TemplateDocument;
  /** Seconds from the beginning; the document's `poster_time` when absent. A time beyond the end shows the last frame. */
  timeS?: number;
  folder: string;
}

export interface DrawnStill {
  /** A PNG in the work's folder. */
  file: string;
}

/**
 * Draws one frame as a video would show it. Only what that frame shows is fetched.
 *
 * @throws RenderError, FrameError or FfmpegError; the signal's reason after an abort
 */
export async function drawStill(work: StillWork, tools: RenderTools, signal: AbortSignal): Promise<DrawnStill> {
  const timeline = compile(work.document, { fps: FPS });
  const frame = frameAt(timeline, work.timeS);
  const seen = around(timeline, frame);
  const assets = await tools.assets.gather(assetsOf(seen), signal);
  const spoken = withCaptions(seen, (url) => assets.cues(url));
  const renderer = await openFrameRenderer(spoken, assets);
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
 * @throws FrameError for what cannot even be opened; the signal's reason after an abort
 */
export async function inspectDocument(
  { document, audioUrl, isSilent }: InspectWork,
  tools: RenderTools,
  signal: AbortSignal,
): Promise<Inspection> {
  const compiled = compile(document, { fps: FPS, ...(audioUrl !== undefined && { audioUrl }) });
  const heard = isSilent ? { ...compiled, sounds: [] } : compiled;
  const { timeline, assets, complaints } = await whatIsAtHand(heard, tools.assets, signal);
  return { warnings: [...complaints, ...(await inspectTimeline(timeline, assets))] };
}

function frameAt({ fps, frameCount, posterFrame }: Timeline, timeS: number | undefined): number {
  return timeS === undefined ? posterFrame : Math.min(framesBefore(timeS, fps), frameCount - 1);
}

/** The timeline with nothing but the pages that a frame shows, and no sound. */
function around(timeline: Timeline, frame: number): Timeline {
  const pages = timeline.pages.filter((page) => frame >= page.fromFrame && frame < page.toFrame);
  return { ...timeline, pages, sounds: [] };
}
