/** The renderer itself, and what the kernel holds for all of them. */
const RESERVED_BYTES = 512 * 2 ** 20;

/** What the largest frames take: a slideshow at 3840 × 2160 and its x264 hold 1.5 GB. A slot may have that where it is there. */
const WANTED_BYTES = 2 * 2 ** 30;

/**
 * What each slot may hold where nothing is configured: an equal share of the memory that there is, one of them for stills,
 * but no less than any video needs while it is drawn alone.
 *
 * @param memoryBytes of the container, or of the machine where that is less
 */
export function slotMemory(memoryBytes: number, slots: number): number {
  const bytes = Math.max(memoryBytes - RESERVED_BYTES, RESERVED_BYTES);
  return Math.max(Math.floor(bytes / (slots + 1)), Math.min(bytes, WANTED_BYTES));
}
