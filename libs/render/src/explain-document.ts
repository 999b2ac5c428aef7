import type { ExplainedLayer, VideoExplanation } from '#libs/contracts';
import {
  type AssetFiles,
  drawingMs,
  explainPainting,
  type PaintCause,
  type PaintedLayer,
  type ResourceLimits,
} from '#libs/frames';
import type { TemplateDocument } from '#libs/template';
import type { Timeline } from '#libs/timeline';
import { layerName } from './layer-name.js';

/** Limits of an explanation: frames that are examined, and time, ms. It is free, and others wait meanwhile. */
const MOST_FRAMES = 600;
const TIME_LIMIT_MS = 1_500;
/** Entries of an explanation. */
const MOST_LAYERS = 50;

/** The codes of the API, and what an author can do. */
const CAUSES: Readonly<Record<PaintCause, Pick<ExplainedLayer, 'cause' | 'message'>>> = {
  first: {
    cause: 'FIRST_SHOWN',
    message: 'It is painted once, when it is first shown. Every layer is, so there is nothing to change.',
  },
  content: {
    cause: 'CONTENT_CHANGES',
    message:
      'It is painted again whenever its content changes, such as its text, numbers, size or colors. ' +
      'Animate x, y, scale, rotation or opacity instead: they need no painting.',
  },
  scaled: {
    cause: 'SCALED',
    message:
      'It is painted again each time it has grown or shrunk to about twice or half its size, to stay sharp. ' +
      'These are few frames, so there is nothing to change.',
  },
  cut: {
    cause: 'MASK_MOVES',
    message:
      'Its clip or inverted mask is painted again whenever it moves, or the layer moves under it. ' +
      'A mask that is not inverted is painted once; a smaller one costs less.',
  },
  turned: {
    cause: 'TURNED',
    message:
      'It is as thin as a line in a flip, skewed, or upright for a moment of a turn, and is painted for each such frame. ' +
      'Where these are many, let it rotate or fade instead.',
  },
  changing: {
    cause: 'ALWAYS_DIFFERENT',
    message:
      'It looks different in every frame, and is painted for each: a chart or shape that is being drawn, an animation ' +
      'that plays, or a group that is blurred while its layers move. ' +
      'Make it smaller, or let it change for a shorter time.',
  },
  large: {
    cause: 'TOO_LARGE',
    message:
      'It is too large to be kept, and its visible part is painted again whenever it moves. ' +
      'Make the layer or its largest scale smaller.',
  },
};

/** The part of a document that is explained: all of it that can be drawn, and its files. */
interface Explaining {
  timeline: Timeline;
  assets: AssetFiles;
  limits: ResourceLimits;
  signal: AbortSignal;
}

/**
 * Explains which layers of a document make its video slow to draw.
 *
 * @throws FrameError for a frame that cannot be drawn
 */
export async function explainDocument(
  document: TemplateDocument,
  { timeline, assets, limits, signal }: Explaining,
): Promise<VideoExplanation> {
  const end = performance.now() + TIME_LIMIT_MS;
  const isTimeUp = (): boolean => signal.aborted || performance.now() > end;
  const { layers, compositing, framesLookedAt } = await explainPainting(timeline, assets, {
    limits,
    isTimeUp,
    mostFrames: MOST_FRAMES,
  });
  const costly = layers
    .map((layer) => ({ layer, ms: drawingMs(layer.work) }))
    .toSorted((a, b) => b.ms - a.ms || (a.layer.key < b.layer.key ? -1 : 1));
  const totalMs = costly.reduce((sum, { ms }) => sum + ms, 0);
  const pixels = layers.reduce((sum, layer) => sum + layer.pixels, 0);
  return {
    frames: timeline.frameCount,
    frames_looked_at: framesLookedAt,
    megapixels: rounded(pixels / 1e6),
    painting_ms_per_frame: rounded(totalMs / timeline.frameCount),
    drawing_ms_per_frame: rounded((totalMs + drawingMs(compositing)) / timeline.frameCount),
    layers: costly.slice(0, MOST_LAYERS).map(({ layer, ms }) => explained(layer, ms / totalMs, document)),
  };
}

function explained(
  { key, cause, frames, pixels }: PaintedLayer,
  share: number,
  document: TemplateDocument,
): ExplainedLayer {
  return {
    ...{ field: key, name: layerName(key, document), ...CAUSES[cause], frames },
    ...{ megapixels: rounded(pixels / 1e6), share: rounded(share) },
  };
}

/** The value rounded to a thousandth. */
function rounded(value: number): number {
  return Math.round(value * 1_000) / 1_000;
}
