import { bestMatch } from './best-match.js';
import { FrameWindow } from './frame-window.js';
import { type Onset, OnsetDetector } from './onset-detector.js';

/** All lengths are in frames at 48 kHz. Frames of one segment, 30 ms. */
const SEGMENT = 1440;
/** Frames over which a segment is faded in, while the one before continues below it: 10 ms. */
const FADE = 480;
/**
 * Greatest distance from its ideal place at which a segment may be taken, to match the sound before it: half a period
 * of 50 Hz.
 */
const REACH = 480;
/** Segments end this long before an onset that they do not play, and begin this long after it: 2 and 3 ms. */
const BEFORE_ONSET = 96;
const AFTER_ONSET = 144;
/** The segment of an onset fades in over 3 ms, which the onset masks, and plays at least 10 ms after it. */
const ONSET_FADE = 144;
const ONSET_TAIL = 480;
const ONSET_SEGMENT = ONSET_FADE + BEFORE_ONSET + ONSET_TAIL;
/** Onsets nearer to each other than this are stretched like the sound between them, except the strongest: 30 ms. */
const ONSET_GAP = 1440;
/** Segments begin at most this long before their ideal place, where an onset follows. */
const LOOK_BACK = 3 * SEGMENT + REACH + FADE;
/** The detector reports onsets this late, at most: 8 ms. */
const DETECTION = 384;

/** A stretch of the source that is copied. */
interface Segment {
  /** Frame of the source. */
  from: number;
  length: number;
  fade: number;
}

/**
 * Changes the speed of stereo sound at 48 kHz and keeps its pitch (WSOLA: segments of the source are copied, each from
 * where it matches the sound before it; Verhelst and Roelands 1993). An onset at frame n of the source is copied to frame
 * n ÷ speed exactly and once, because sound that comes 20 ms early is noticed with its picture, and a drum that is played
 * twice is noticed without.
 */
export class TimeStretch {
  private readonly source = new FrameWindow();
  private readonly detector = new OnsetDetector();
  /** Onsets that have not been played, ascending. */
  private readonly onsets: Onset[] = [];
  /** The frame of the source before which segments may not begin: the last onset. */
  private floor = 0;
  /** Frames produced. */
  private produced = 0;
  /** Frame of the source that would continue the last segment. */
  private continuation = 0;
  private readonly onsetGap: number;

  /**
   * @param speed source seconds per second, above 0
   * @param length frames to produce
   */
  constructor(
    private readonly speed: number,
    private readonly length: number,
  ) {
    this.onsetGap = Math.max(ONSET_GAP, Math.ceil(speed * ONSET_SEGMENT));
  }

  /** Receives frames of the source, left and right by turns, and returns those that can be produced. */
  push(frames: Float32Array): Float32Array[] {
    this.source.push(frames);
    for (const onset of this.detector.push(frames)) this.addOnset(onset);
    const produced = this.produceUntil(() => this.source.end < this.needed());
    this.source.forgetBefore(Math.min(this.continuation, this.idealStart(0)) - LOOK_BACK);
    return produced;
  }

  /** Ends the source and returns the remaining frames. Frames that the source lacks are silence. */
  end(): Float32Array[] {
    for (const onset of this.detector.push(new Float32Array(2 * DETECTION))) this.addOnset(onset);
    return this.produceUntil(() => false);
  }

  private produceUntil(isStarved: () => boolean): Float32Array[] {
    const produced: Float32Array[] = [];
    while (this.produced < this.length && !isStarved()) {
      const left = this.length - this.produced;
      produced.push(this.produce().subarray(0, 2 * left));
    }
    return produced;
  }

  /** Adds an onset. Of two that are too near to each other it keeps the first, unless the other is much stronger. */
  private addOnset(onset: Onset): void {
    const last = this.onsets.at(-1);
    const lastAt = last?.at ?? this.floor - AFTER_ONSET;
    if (onset.at - lastAt >= this.onsetGap || (!last && this.floor <= AFTER_ONSET)) this.onsets.push(onset);
    else if (last && onset.energy > 4 * last.energy) this.onsets[this.onsets.length - 1] = onset;
  }

  /** Frames of the source that the next segment may depend on. */
  private needed(): number {
    const farthest = Math.ceil(this.speed * (this.produced + 2 * SEGMENT + ONSET_SEGMENT));
    return farthest + this.onsetGap + SEGMENT + REACH + 2 * FADE + DETECTION;
  }

  private produce(): Float32Array {
    const segment = this.next();
    const frames = this.source.read(segment.from, segment.length);
    fadeIn(frames, this.source.read(this.continuation, segment.fade));
    this.continuation = segment.from + segment.length;
    this.produced += segment.length;
    // The attack of a source that begins in the middle of a sound is not repeated.
    this.floor = Math.max(this.floor, AFTER_ONSET);
    return frames;
  }

  private next(): Segment {
    const onset = this.onsets[0];
    if (!onset) return this.matching(SEGMENT, Infinity);
    const placed = Math.round(onset.at / this.speed);
    const gap = placed - BEFORE_ONSET - ONSET_FADE - this.produced;
    if (gap <= 0) return this.exact(onset, placed);
    // Onsets farther away may not have been received.
    const length = gap < 2 * SEGMENT ? Math.ceil(gap / Math.ceil(gap / SEGMENT)) : SEGMENT;
    return this.matching(length, onset.at - BEFORE_ONSET);
  }

  /** The segment that plays an onset in its place. A gap after it that is too short for a segment is part of it. */
  private exact(onset: Onset, placed: number): Segment {
    this.onsets.shift();
    this.floor = onset.at + AFTER_ONSET;
    const end = placed + ONSET_TAIL;
    const next = this.onsets[0];
    const nextStart = next ? Math.round(next.at / this.speed) - BEFORE_ONSET - ONSET_FADE : Infinity;
    const length = (nextStart - end < ONSET_FADE * 2 ? nextStart : end) - this.produced;
    const fade = this.produced === 0 ? 0 : Math.min(ONSET_FADE, length);
    return { from: onset.at - (placed - this.produced), length, fade };
  }

  /** A segment between two onsets that continues the sound as well as possible. */
  private matching(wanted: number, ceiling: number): Segment {
    // An onset near the start of the source leaves no room: then the silence before the source is used, too.
    const floor = Math.min(this.floor, ceiling - ONSET_GAP / 2);
    const room = ceiling - floor;
    const fade = Math.min(FADE, wanted, Math.floor(room / 3));
    const length = Math.min(wanted, room - fade);
    const last = ceiling - length - fade;
    const ideal = clamp(this.idealStart(length), floor, last);
    const [from, to] = [Math.max(floor, ideal - REACH), Math.min(last, ideal + REACH)];
    const pattern = this.source.readMono(this.continuation, fade);
    const region = this.source.readMono(from, to - from + fade);
    return { from: from + bestMatch(pattern, region, ideal - from), length, fade };
  }

  /** The frame at which a segment begins whose middle is played at its time. */
  private idealStart(length: number): number {
    return Math.round(this.speed * (this.produced + length / 2) - length / 2);
  }
}

/** Fades `frames` in over the end of the frames before. */
function fadeIn(frames: Float32Array, before: Float32Array): void {
  for (let index = 0; index < before.length; index++) {
    const share = ((index >> 1) + 0.5) / (before.length / 2);
    frames[index] = frames[index]! * share + before[index]! * (1 - share);
  }
}

function clamp(value: number, low: number, high: number): number {
  return Math.min(Math.max(value, low), high);
}
