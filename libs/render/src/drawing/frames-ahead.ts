import type { FrameSource } from '#libs/encode';
import { type FrameRenderer, showsFootage } from '#libs/frames';
import type { Timeline } from '#libs/timeline';
import type { DrawingThread } from './drawing-thread.js';
import { FRAMES_AHEAD } from './frame-ring.js';

interface FrameAhead {
  readonly thread: DrawingThread;
  readonly frame: Promise<Uint8Array>;
}

/** Waits for a frame that another thread draws. */
export type Awaiting = (frame: Promise<Uint8Array>) => Promise<Uint8Array>;

/**
 * The frames of a video in order, as an encoder takes them. This thread and those that have joined draw them by turns:
 * this one when the encoder takes a frame, the others ahead of it. Frames with footage are drawn by this thread alone,
 * because decoders go forwards only.
 *
 * Bytes do not depend on the thread that draws a frame (docs/decisions/0002-raster-once-composite-in-yuv.md).
 */
export class FramesAhead {
  private numbers: readonly number[] = [];
  /** Frames that the encoder has asked for. */
  private taken = 0;
  /** Frames that were assigned: to this thread, or to another one. */
  private assigned = 0;
  private readonly threads: DrawingThread[] = [];
  /** Frames given to threads and not yet taken, by place in the pass. */
  private readonly ahead = new Map<number, FrameAhead>();

  constructor(
    private readonly timeline: Timeline,
    private readonly renderer: FrameRenderer,
    private readonly awaiting: Awaiting = (frame) => frame,
  ) {}

  /** Threads that draw, this one included. */
  get drawers(): number {
    return 1 + this.threads.length;
  }

  /** Frames that are still to be taken. */
  get remaining(): number {
    return this.numbers.length - this.taken;
  }

  /** Begins a pass over the frames `numbers`. All of the pass before has been taken. */
  readonly plan = (numbers: readonly number[]): void => {
    this.numbers = numbers;
    [this.taken, this.assigned] = [0, 0];
  };

  /** A thread that can draw. */
  join(thread: DrawingThread): void {
    this.threads.push(thread);
  }

  /**
   * The next frame of the pass.
   *
   * @throws what the renderer throws, or {@link DrawingThread.draw}
   */
  readonly source: FrameSource = async (number) => {
    const place = this.taken++;
    if (this.numbers[place] !== number) throw new RangeError(`frame ${number} is not the next one`);
    this.assign();
    const ahead = this.ahead.get(place);
    if (!ahead) return this.renderer.render(number);
    const frame = await this.awaiting(ahead.frame);
    this.ahead.delete(place);
    return frame;
  };

  private assign(): void {
    const { drawers } = this;
    const end = Math.min(this.numbers.length, this.taken + FRAMES_AHEAD * drawers);
    for (; this.assigned < end; this.assigned++) {
      const number = this.numbers[this.assigned]!;
      const thread = this.threads[(this.assigned % drawers) - 1];
      if (!thread || showsFootage(this.timeline, number)) continue;
      if (this.isFull(thread)) return;
      this.ahead.set(this.assigned, { thread, frame: thread.draw(number) });
    }
  }

  private isFull(thread: DrawingThread): boolean {
    return [...this.ahead.values()].filter((each) => each.thread === thread).length >= FRAMES_AHEAD;
  }
}
