import type { SafeAreaName, SourceKind } from '#libs/document';
import type { Direction, LoudnessLufs, NumberKeyframe, ResolvedLayer, TransitionType } from '#libs/template';

/** A document compiled to whole frames, so that picture, sound and price agree. Plain data. */
export interface Timeline {
  /** Pixels of the output. */
  width: number;
  height: number;
  /** The frame in which layers are laid out. Absent: the output. */
  canvas?: Canvas;
  fps: number;
  /** Frames of the video: Σ pages − Σ transitions. */
  frameCount: number;
  /** Seconds: frameCount / fps. */
  durationS: number;
  /** Opaque CSS color under every page. */
  background: string;
  pages: readonly TimelinePage[];
  /** Whether `layOut` has resolved the boxes of all layers. */
  isLaidOut?: true;
  sounds: readonly Sound[];
  /** Integrated loudness that the mix is brought to. Absent: it keeps its own. */
  loudnessLufs?: LoudnessLufs;
  /** Fonts of the document, which text layers select by family. */
  fonts: readonly TimelineFont[];
  /** The area in which what must be read is expected. Absent: anywhere. */
  safeArea?: SafeAreaName;
  /** The frame of the poster image. */
  posterFrame: number;
}

/** The frame of the document if the output has another size. */
export interface Canvas {
  /** Pixels of the document. */
  width: number;
  height: number;
  /** Pixels of the output per pixel of the document. */
  scale: number;
}

/** Frames `[fromFrame, toFrame)` of the video. */
export interface TimelinePage {
  /** `pages[0]`. */
  key: string;
  fromFrame: number;
  toFrame: number;
  /** CSS paint over the background of the timeline. */
  background: string;
  /**
   * The transition by which this page replaces the previous one, in its first `frames` frames. Absent on the first page
   * and for a cut.
   */
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
  /** Seed of effects that look random. */
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

/** One source of the mix. It plays in frames `[fromFrame, toFrame)` of the video, or until it ends. */
export interface Sound {
  sourceUrl: string;
  fromFrame: number;
  toFrame: number;
  /** Second of the source at which playback starts. */
  trimStartS: number;
  /** Second of the source at which playback ends, or repeats when looped. Absent: the end of the file. */
  trimEndS?: number;
  /** Linear gain; 1 changes nothing. */
  volume: number;
  /** Replaces `volume` over time (see `volumeAt`). */
  volumeKeyframes?: readonly NumberKeyframe[];
  fadeInS: number;
  /** Seconds. The fade ends at `toFrame`, or at the end of the source if that is earlier. */
  fadeOutS: number;
  loop: boolean;
  /** Source seconds per second, at the same pitch. Absent: 1. */
  speed?: number;
  /** The sound of a video layer: its source is the footage, and it loops together with the picture. */
  isOfFootage?: true;
  /** A `bed` is ducked while the sound of a page plays or footage is audible. */
  role: 'bed' | 'page' | 'other';
  /** Path in the document or request, for error messages: `pages[0].page_audio_url`. */
  path: string;
}

/** A file that is required before the video can be drawn. */
export interface AssetUse {
  url: string;
  kind: SourceKind | 'audio' | 'font';
  /** `pages[0].layers[2] "logo"`, `fonts[0]`, `audio_url`. */
  path: string;
  /** Path of the address in the document: `pages[0].layers[2].source_url`. */
  field: string;
}

/** Pixels of a frame above which a second costs four credits instead of one (docs/api.md). */
const LARGE_FRAME_PIXELS = 1920 * 1080;

/**
 * Price of the video in credits: whole started seconds, at least 1, times 1 up to 1920×1080 pixels and 4 above
 * (docs/api.md).
 */
export function priceCredits(timeline: Timeline): number {
  const seconds = Math.max(1, Math.ceil(timeline.frameCount / timeline.fps));
  return seconds * (timeline.width * timeline.height <= LARGE_FRAME_PIXELS ? 1 : 4);
}
