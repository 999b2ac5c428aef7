/** The drawing and encoding of a video for a while. */
export interface Pace {
  /** Frames, and the time that they took, ms. */
  frames: number;
  elapsedMs: number;
  /** The part of that time for which the encoder waited for frames to be drawn. */
  waitedMs: number;
  /** CPU time that the slot and its programs used, and time that cores of the machine were idle. */
  cpuMs: number;
  idleMs: number;
}

/** Share of the time for which the encoder must wait for frames before a thread joins. */
const WAITED_SHARE = 0.5;
/** Share of a core that must be free. */
const FREE_SHARE = 0.5;
/**
 * Least further waiting for which a thread is started, ms. Its start takes 0.1 s of CPU time, and decoding and painting
 * again what frames have in common takes up to 1 s.
 */
const WORTHWHILE_MS = 3_000;

/**
 * Whether another thread makes a video finish sooner: the encoder waits for frames, will do so for long, and a core is free.
 *
 * @param cores that the slot may use
 * @param remaining frames that are still to come
 */
export function needsThread(pace: Pace, cores: number, remaining: number): boolean {
  const { frames, elapsedMs, waitedMs, cpuMs, idleMs } = pace;
  const isWaiting = waitedMs >= WAITED_SHARE * elapsedMs;
  const isCoreFree = Math.min(cores * elapsedMs - cpuMs, idleMs) >= FREE_SHARE * elapsedMs;
  return isWaiting && isCoreFree && (waitedMs / frames) * remaining >= WORTHWHILE_MS;
}

/**
 * Largest share of the slot's limit that may be held once a thread has joined; the rest is for a video whose memory
 * grows.
 */
const LIMIT_SHARE = 0.75;
/**
 * Bytes that a thread holds: its program and the planes of layers; and, for each pixel of a frame, frames and the
 * memory to draw them.
 */
const THREAD_BYTES = 240_000_000;
const THREAD_BYTES_PER_PIXEL = 30;

/**
 * Whether a slot has room for another thread.
 *
 * @param heldBytes what its process and programs hold
 * @param limitBytes beyond them it is killed
 */
export function hasRoom(size: { width: number; height: number }, heldBytes: number, limitBytes: number): boolean {
  const threadBytes = THREAD_BYTES + THREAD_BYTES_PER_PIXEL * size.width * size.height;
  return heldBytes + threadBytes <= LIMIT_SHARE * limitBytes;
}
