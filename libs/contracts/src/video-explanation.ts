import { IsArray, IsIn, IsNumber, IsString, Min } from 'class-validator';
import { Nested, OrNull } from '#libs/template';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsNumberIn } from './is-number-in.js';

/** Causes for which a renderer paints a layer. */
export const PAINT_CAUSES = [
  'FIRST_SHOWN',
  'CONTENT_CHANGES',
  'SCALED',
  'MASK_MOVES',
  'TURNED',
  'ALWAYS_DIFFERENT',
  'TOO_LARGE',
] as const;
export type PaintCauseCode = (typeof PAINT_CAUSES)[number];

/** A layer that a renderer paints, for one cause. */
export class ExplainedLayer {
  /** Path of the layer in the template: `pages[0].layers[2]`; of a page's background, `pages[0].background_color`. */
  @IsString()
  field: string;

  /** The name of the layer. Null for a background. */
  @OrNull()
  @IsString()
  name: string | null;

  /** Why it is painted. */
  @IsIn(PAINT_CAUSES)
  cause: PaintCauseCode;

  /** A sentence for people: the cause, and what to change. */
  @IsString()
  message: string;

  /** Frames for which something of it is painted. */
  @IsIntegerFrom(0)
  frames: number;

  /** Millions of pixels that are painted, over all frames. */
  @IsNumber()
  @Min(0)
  megapixels: number;

  /** Part of the estimated time of all painting, from 0 to 1. */
  @IsNumberIn(0, 1)
  share: number;
}

/**
 * The layers that make a video slow to draw. A layer is painted once and then moved, scaled, turned and faded for little; painting it
 * again takes most of the time. The numbers follow from sizes and kinds of layers: nothing is painted to find them.
 */
export class VideoExplanation {
  /** Frames of the video. */
  @IsIntegerFrom(1)
  frames: number;

  /**
   * Frames that were looked at: all, or at most 600 of a long video, spread evenly; fewer if the renderer is busy. The other
   * numbers are then projected from these.
   */
  @IsIntegerFrom(1)
  frames_looked_at: number;

  /** Millions of pixels that are painted, over all frames and layers. */
  @IsNumber()
  @Min(0)
  megapixels: number;

  /**
   * Milliseconds of one processor core that painting takes for a frame, on average: an estimate by the pixels and the kinds of
   * layers, without compositing and encoding. It serves to compare templates.
   */
  @IsNumber()
  @Min(0)
  painting_ms_per_frame: number;

  /** The same with compositing: all of drawing a frame, on average, without decoding footage and encoding. */
  @IsNumber()
  @Min(0)
  drawing_ms_per_frame: number;

  /** The painted layers, the costliest first: at most 50 entries. A layer has one for each cause. */
  @IsArray()
  @Nested(() => ExplainedLayer, { each: true })
  layers: ExplainedLayer[];
}
