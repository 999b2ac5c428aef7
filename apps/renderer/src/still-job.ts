import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Inspection, TEMPLATE_FPS } from '#libs/contracts';
import { inspectTimeline, openFrameRenderer } from '#libs/frames';
import type { ResolvedLayer, TemplateDocument } from '#libs/template';
import { assetsOf, type AssetUse, compile, framesBefore, type Timeline, withCaptions } from '#libs/timeline';
import { type AssetEntries, JobAssets } from './assets/asset-library.js';
import type { AvailableAssets } from './assets/fetch-available-assets.js';
import type { RenderTools } from './render-job.js';

/** A document to inspect. Its modifications are applied. */
export interface DocumentToInspect {
  document: TemplateDocument;
  /** The sound under the whole video. */
  audioUrl?: string;
  /** The video will have no sound: its sounds are not inspected. */
  isSilent: boolean;
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
}

/** A frame to draw, its {@link filesOfStill}, and an empty folder for the result. */
export interface StillWork extends StillToDraw {
  assets: AssetEntries;
  folder: string;
}

export interface DrawnStill {
  /** A PNG in the work's folder. */
  file: string;
}

type StillTools = Pick<RenderTools, 'ffmpeg' | 'limits'>;

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
export async function drawStill(work: StillWork, { ffmpeg, limits }: StillTools): Promise<DrawnStill> {
  const { timeline, frame } = framePages(work);
  const assets = new JobAssets(work.assets, ffmpeg);
  const spoken = withCaptions(timeline, (url) => assets.cues(url));
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
 * Finds where a document would not look as its author expects, missing assets included.
 *
 * @throws FrameError for assets that cannot be opened
 */
export async function inspectDocument(work: InspectWork, { ffmpeg, limits }: StillTools): Promise<Inspection> {
  const { warnings } = work.files;
  const assets = new JobAssets(work.files.assets, ffmpeg);
  const drawable = without(inspectedTimeline(work), new Set(warnings.map(([path]) => path)));
  const timeline = withCaptions(drawable, (url) => assets.cues(url));
  return {
    warnings: [...warnings.map(([, sentence]) => sentence), ...(await inspectTimeline(timeline, assets, limits))],
  };
}

function inspectedTimeline({ document, audioUrl, isSilent }: DocumentToInspect): Timeline {
  const compiled = compile(document, { fps: TEMPLATE_FPS, ...(audioUrl !== undefined && { audioUrl }) });
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

/** The timeline without the layers and fonts at the given paths. */
function without(timeline: Timeline, paths: ReadonlySet<string>): Timeline {
  const hide = (layers: readonly ResolvedLayer[], parent: string): ResolvedLayer[] =>
    layers.map((layer, index) => {
      const key = `${parent}.layers[${index}]`;
      if (paths.has(`${key} "${layer.name}"`)) return { ...layer, visible: false };
      return layer.type === 'group' ? { ...layer, layers: hide(layer.layers, key) } : layer;
    });
  return {
    ...timeline,
    fonts: timeline.fonts.filter(({ path }) => !paths.has(path)),
    pages: timeline.pages.map((page) => ({ ...page, layers: hide(page.layers, page.key) })),
  };
}
