import type { Direction, NumberKeyframe, ResolvedLayer, TransitionType } from '#libs/template';

/** A document laid out in time: everything in whole frames, decided once so that all parts agree. Plain data. */
export interface Timeline {
  /** Pixels of the output. */
  width: number;
  height: number;
  /** What layers are laid out on; absent: the output itself. */
  canvas?: Canvas;
  fps: number;
  /** Frames of the video: Σ pages − Σ transitions. */
  frameCount: number;
  /** frameCount / fps. */
  durationS: number;
  /** Opaque CSS color under every page. */
  background: string;
  pages: readonly TimelinePage[];
  sounds: readonly Sound[];
  /** Fonts the document brings along, for text layers to name by family. */
  fonts: readonly TimelineFont[];
  /** The frame that stands for the video. */
  posterFrame: number;
}

/** The document's own frame, where the output is drawn in another size. */
export interface Canvas {
  /** Pixels of the document. */
  width: number;
  height: number;
  /** Pixels of the output for one of the document. */
  scale: number;
}

/** Frames `[fromFrame, toFrame)` of the video. */
export interface TimelinePage {
  /** `pages[0]`. */
  key: string;
  fromFrame: number;
  toFrame: number;
  /** CSS paint over the timeline's background. */
  background: string;
  /** How this page replaces the one before it, over its first `frames` frames; absent on the first page and for none. */
  transition?: TimelineTransition;
  /** Paint order. */
  layers: readonly ResolvedLayer[];
}

export interface TimelineTransition {
  type: Exclude<TransitionType, 'none'>;
  /** ≥ 1. */
  frames: number;
  /** docs/template/animations.md, Easings. */
  easing: string;
  direction?: Direction;
  /** Opaque CSS color behind both pages. */
  backdrop: string;
  /** For what has to look like chance. */
  seed: number;
}

export interface TimelineFont {
  family: string;
  sourceUrl: string;
  weight: number;
  italic: boolean;
  /** `fonts[0]`. */
  path: string;
}

/** One source in the mix. It is heard in frames `[fromFrame, toFrame)` of the video, or until it runs out. */
export interface Sound {
  sourceUrl: string;
  fromFrame: number;
  toFrame: number;
  /** Seconds skipped at the source's beginning. */
  trimStartS: number;
  /** Second of the source where it ends, or starts again when looped; absent: its natural end. */
  trimEndS?: number;
  /** Linear gain, 1 leaves it as it is. */
  volume: number;
  /** Takes the place of `volume` over time, which `volumeAt` tells. */
  volumeKeyframes?: readonly NumberKeyframe[];
  fadeInS: number;
  /** Ends at `toFrame`, or where the source runs out before. */
  fadeOutS: number;
  loop: boolean;
  /** Source seconds per second, the pitch kept; absent: 1. */
  speed?: number;
  /** The sound of a video layer: its source is that layer's clip, and it repeats together with the pictures. */
  isOfFootage?: true;
  /** A bed is ducked while a page's sound plays. */
  role: 'bed' | 'page' | 'other';
  /** Where the document or request names it, for error messages: `pages[0].page_audio_url`. */
  path: string;
}

/** A file the video needs before it can be drawn. */
export interface AssetUse {
  url: string;
  kind: 'image' | 'video' | 'audio' | 'font' | 'caption' | 'lottie';
  /** `pages[0].layers[2] "logo"`, `fonts[0]`, `audio_url`. */
  path: string;
}

/** Above this many pixels a second costs four credits instead of one (docs/api.md). */
const LARGE_FRAME_PIXELS = 1920 * 1080;

/** Credits the video costs: whole seconds begun, at least 1, times 1 up to 1920×1080 and 4 above (docs/api.md). */
export function priceCredits(timeline: Timeline): number {
  const seconds = Math.max(1, Math.ceil(timeline.frameCount / timeline.fps));
  return seconds * (timeline.width * timeline.height <= LARGE_FRAME_PIXELS ? 1 : 4);
}
