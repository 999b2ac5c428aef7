import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type Inspection, TEMPLATE_FPS } from '#libs/contracts';
import {
  encodeStill,
  type FrameRenderer,
  FrameSheet,
  inspectTimeline,
  type LayerOutline,
  type LayerPlace,
  openFrameRenderer,
  type StillEncoding,
} from '#libs/frames';
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
import { layerName } from './layer-name.js';
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

/** The picture that a still becomes. */
interface StillStyle extends StillEncoding {
  /** Whether the names and boxes of layers are drawn over it. */
  readonly outlines?: boolean;
}

/** A frame of a document, or several on one sheet. */
export interface StillToDraw {
  /** Its modifications are applied. */
  document: TemplateDocument;
  /** Seconds from the beginning; the document's `poster_time` when absent. A time beyond the end shows the last frame. */
  timeS?: number;
  /** Default: a PNG of the size of the document. */
  style?: StillStyle;
  /** Seconds of the frames of a sheet, in place of `timeS`. */
  times?: readonly number[];
  /** An earlier document, whose frame is shown beside this one's and compared with it. */
  before?: TemplateDocument;
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

/** The files needed to draw a still: those of the pages that it shows. */
export function filesOfStill(still: StillToDraw): AssetUse[] {
  const { document, before } = still;
  return [document, ...(before ? [before] : [])].flatMap((each) => assetsOf(framesOf(each, still).timeline));
}

/** The files needed to inspect a document. */
export function filesToInspect(document: DocumentToInspect): AssetUse[] {
  return assetsOf(inspectedTimeline(document));
}

/**
 * Draws one frame as a video would show it, or a sheet of several.
 *
 * @throws RenderError, FrameError or FfmpegError
 */
export async function drawStill(work: StillWork, tools: StillTools): Promise<DrawnStill> {
  const { document, style = { format: 'png' }, times, before } = work;
  const file = join(work.folder, 'still');
  const isPlain = !times && !before && !style.outlines;
  const picture = isPlain
    ? await withFrames(document, { work, tools }, async (renderer, [frame]) =>
        encodeStill(await renderer.render(frame), renderer, style),
      )
    : await drawSheet(work, tools);
  await writeFile(file, picture);
  return { file };
}

/** Draws frames on one sheet: those of `times`, or the frames of two documents and what differs between them. */
async function drawSheet(work: StillWork, tools: StillTools): Promise<Buffer> {
  const { document, before, style = { format: 'png' }, times } = work;
  return withFrames(document, { work, tools }, async (renderer, frames) => {
    const count = before ? 3 : frames.length;
    const { width } = renderer;
    const hasCaptions = before !== undefined || times !== undefined;
    const sheet = new FrameSheet({ count, width: Math.min(style.width ?? width, width), frame: renderer, hasCaptions });
    const add = async (from: FrameRenderer, shown: TemplateDocument, { frame, caption }: CaptionedFrame) => {
      const outlines = style.outlines ? outlinesOf(from.layers(frame), shown) : [];
      sheet.add(await from.render(frame), from, { caption, outlines });
    };
    if (before) {
      await withFrames(before, { work, tools }, (earlier, [frame]) =>
        add(earlier, before, { frame, caption: 'before' }),
      );
      await add(renderer, document, { frame: frames[0], caption: 'after' });
      sheet.addDifference();
    } else {
      for (const frame of frames) {
        await add(renderer, document, { frame, caption: `${Math.round((100 * frame) / TEMPLATE_FPS) / 100} s` });
      }
    }
    return sheet.encode(style);
  });
}

/** Frames to draw, at least one. */
type Frames = readonly [number, ...number[]];

interface CaptionedFrame {
  frame: number;
  caption: string;
}

/** Opens a renderer of the frames that a still shows of a document. */
async function withFrames<Result>(
  document: TemplateDocument,
  { work, tools: { ffmpeg, limits, painted } }: { work: StillWork; tools: StillTools },
  draw: (renderer: FrameRenderer, frames: Frames) => Promise<Result>,
): Promise<Result> {
  const { timeline, frames } = framesOf(document, work);
  const assets = new JobAssets(work.assets, ffmpeg);
  const spoken = withCaptions(timeline, (url) => assets.cues(url));
  const renderer = await openFrameRenderer(spoken, assets, limits, { cache: painted, files: assets.files });
  try {
    return await draw(renderer, frames);
  } finally {
    await renderer.close();
  }
}

function outlinesOf(layers: readonly LayerPlace[], document: TemplateDocument): LayerOutline[] {
  return layers.map(({ key, bounds }) => ({ name: layerName(key, document) ?? key, bounds }));
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

/** The frames that a still shows of a document, and the timeline with only the pages of these, without sound. */
function framesOf(document: TemplateDocument, { timeS, times }: StillToDraw): { timeline: Timeline; frames: Frames } {
  const timeline = compile(document, { fps: TEMPLATE_FPS });
  const [first = timeS, ...others] = times ?? [];
  const frames: Frames = [frameAt(timeline, first), ...others.map((each) => frameAt(timeline, each))];
  const isShown = ({ fromFrame, toFrame }: { fromFrame: number; toFrame: number }): boolean =>
    frames.some((frame) => frame >= fromFrame && frame < toFrame);
  return { timeline: { ...timeline, pages: timeline.pages.filter(isShown), sounds: [] }, frames };
}

function frameAt({ fps, frameCount, posterFrame }: Timeline, timeS: number | undefined): number {
  return timeS === undefined ? posterFrame : Math.min(framesBefore(timeS, fps), frameCount - 1);
}
