/** Frames that a thread may draw before the first of them is taken. */
export const FRAMES_AHEAD = 3;
/**
 * Frames that the ring keeps for the encoder: one that it took, which stays unchanged while three more are taken
 * (`FrameSource`).
 */
const FRAMES_HELD = 4;
const RING_FRAMES = FRAMES_AHEAD + FRAMES_HELD;

/** Least size of the memory: enough for 1920 × 1080 px, so that videos of most sizes can use the same memory again. */
const LEAST_BYTES = 22_000_000;

/** Memory of earlier rings. It is reused: V8 collects shared memory late, because that does not count as pressure. */
const spare: SharedArrayBuffer[] = [];

/** Memory into which a thread draws frames, one after the other, and from which its parent takes them. */
export class FrameRing {
  readonly memory: SharedArrayBuffer;

  /** @param memory absent: as much as is needed */
  constructor(
    private readonly frameBytes: number,
    memory?: SharedArrayBuffer,
  ) {
    this.memory = memory ?? acquire(RING_FRAMES * frameBytes);
  }

  /** The place of a frame that the thread draws, counted from 0. */
  frame(index: number): Uint8Array {
    return new Uint8Array(this.memory, (index % RING_FRAMES) * this.frameBytes, this.frameBytes);
  }

  /** Leaves the memory to the next ring. It may no longer be read or written through this one. */
  release(): void {
    spare.push(this.memory);
  }
}

/** Memory of an earlier ring if that is large enough; a smaller one is dropped. */
function acquire(bytes: number): SharedArrayBuffer {
  const found = spare.pop();
  return found && found.byteLength >= bytes ? found : new SharedArrayBuffer(Math.max(bytes, LEAST_BYTES));
}
