import type { EncodeHooks, FrameSource } from '#libs/encode';
import type { FrameRenderer } from '#libs/frames';
import { hasRoom, needsThread, type Pace } from './drawing-pace.js';
import type { DrawingWork } from './drawing-program.js';
import { DrawingThread } from './drawing-thread.js';
import { type Awaiting, FramesAhead } from './frames-ahead.js';
import { type MachineUse, machineUse } from './machine-use.js';

/** Resources that the threads of a slot may use. */
export interface ThreadLimits {
  /** Threads that draw, and cores that they and the encoder may use, ≥ 1. */
  cores: number;
  /** Bytes beyond which the slot is killed. */
  slotBytes: number;
}

/** A video that is drawn. */
interface VideoDrawing {
  /** Draws it in this thread. */
  renderer: FrameRenderer;
  /** The same video, for threads. */
  work: DrawingWork;
  /** Absent: this thread draws alone. */
  limits: ThreadLimits | undefined;
  signal: AbortSignal;
  /** Waits for a frame that another thread draws. */
  awaiting?: Awaiting;
  /** Measures the machine, by default {@link machineUse}. */
  measure?: () => Promise<MachineUse>;
}

/** The encoded result, and the number of threads that have drawn its frames. */
interface DrawnAhead<T> {
  result: T;
  threads: number;
}

/** Encodes the frames that it takes from a source, after it has announced their numbers. */
type Encode<T> = (source: FrameSource, onPass: NonNullable<EncodeHooks['onPass']>) => Promise<T>;

/**
 * Number of frames at the beginning that are not measured: until x264 has the frames that it looks ahead, it takes them
 * faster than it encodes.
 */
const FIRST_FRAMES = 32;
const JUDGED_FRAMES = 24;
const JUDGED_MS = 1_000;

/**
 * Encodes the frames of a video. While the encoder waits for them and cores are free, threads join in drawing, one after the
 * other, as many as there is room for. They end with the video.
 *
 * @throws what `encode` throws
 */
export async function drawAhead<T>(drawing: VideoDrawing, encode: Encode<T>): Promise<DrawnAhead<T>> {
  const crew = new DrawingCrew(drawing);
  try {
    const result = await encode(crew.source, crew.ahead.plan);
    return { result, threads: crew.ahead.drawers };
  } finally {
    await crew.close();
  }
}

/** The counters of {@link Pace}, since some time before the video. */
type Reading = Pace & MachineUse;

/** This thread, and those that it starts when drawing is too slow. */
class DrawingCrew {
  readonly ahead: FramesAhead;
  private readonly threads: DrawingThread[] = [];
  /** Frames taken since the start, and the time for which the encoder waited for them, ms. */
  private frames = 0;
  private waitedMs = 0;
  /** The measurement from which the present frames are judged. */
  private before: Reading | undefined;
  private judging: Promise<void> | undefined;
  private failure: unknown;
  private readonly limits: ThreadLimits;
  private isGrowing: boolean;

  constructor(private readonly drawing: VideoDrawing) {
    const { renderer, work, limits, awaiting } = drawing;
    this.ahead = new FramesAhead(work.timeline, renderer, awaiting);
    this.limits = limits ?? { cores: 1, slotBytes: 0 };
    this.isGrowing = this.limits.cores > 1;
  }

  readonly source: FrameSource = async (number) => {
    if (this.failure) throw this.failure as Error;
    const calledAt = performance.now();
    const frame = await this.ahead.source(number);
    this.frames++;
    this.waitedMs += performance.now() - calledAt;
    if (this.isGrowing && !this.judging && this.isJudgedNow()) {
      this.judging = this.judge()
        .catch((error: unknown) => (this.failure = error))
        .then(() => (this.judging = undefined));
    }
    return frame;
  };

  async close(): Promise<void> {
    this.isGrowing = false;
    await Promise.all(this.threads.map((thread) => thread.end()));
    await this.judging;
  }

  private isJudgedNow(): boolean {
    const { before, frames } = this;
    if (!before) return frames >= FIRST_FRAMES;
    return frames - before.frames >= JUDGED_FRAMES && performance.now() - before.elapsedMs >= JUDGED_MS;
  }

  private async judge(): Promise<void> {
    const { before, limits } = this;
    const now = await this.measure();
    this.before = now;
    if (!before || !needsThread(since(before, now), limits.cores, this.ahead.remaining)) return;
    const { renderer, work, signal } = this.drawing;
    this.isGrowing &&= hasRoom(renderer, now.heldBytes, limits.slotBytes);
    if (!this.isGrowing) return;
    const thread = new DrawingThread(work, renderer, signal);
    this.threads.push(thread);
    await thread.ready;
    this.ahead.join(thread);
    this.before = await this.measure();
    this.isGrowing &&= this.ahead.drawers < limits.cores;
  }

  private async measure(): Promise<Reading> {
    const use = await (this.drawing.measure ?? machineUse)();
    return { ...use, frames: this.frames, waitedMs: this.waitedMs, elapsedMs: performance.now() };
  }
}

function since(before: Reading, now: Reading): Pace {
  return {
    frames: now.frames - before.frames,
    elapsedMs: now.elapsedMs - before.elapsedMs,
    waitedMs: now.waitedMs - before.waitedMs,
    cpuMs: now.cpuMs - before.cpuMs,
    idleMs: now.idleMs - before.idleMs,
  };
}
