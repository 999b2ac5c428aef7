/** For the renderer itself and the operating system's buffers. */
const RESERVED_BYTES = 512 * 2 ** 20;

/** Enough for the largest frames: a slideshow at 3840 × 2160 and its x264 hold 1.5 GB. */
const WANTED_BYTES = 2 * 2 ** 30;

/**
 * The default memory limit of a slot: an equal share of the memory, with one share for stills, but at least what the largest
 * video needs, so that it can be rendered while the other slots are idle.
 *
 * @param memoryBytes memory of the container or of the machine, whichever is less
 */
export function slotMemory(memoryBytes: number, slots: number): number {
  const bytes = Math.max(memoryBytes - RESERVED_BYTES, RESERVED_BYTES);
  return Math.max(Math.floor(bytes / (slots + 1)), Math.min(bytes, WANTED_BYTES));
}
