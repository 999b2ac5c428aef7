/** Part of the work folder that no slot gets: for the programs' compiled code, and for files that outgrow their room between two measurements. */
const RESERVED = 0.05;
/** The largest parts of a slot's disk for the files of one video, and for the files kept from earlier ones. */
const FETCHED = 0.5;
const KEPT = 0.3;

/** What a slot may take on the disk, bytes. */
export interface SlotDisk {
  /** In all: files fetched and kept, and what is drawn. */
  total: number;
  /** Kept of earlier videos. */
  cache: number;
  /** Fetched for one video. */
  video: number;
}

/**
 * Divides the work folder among the slots and stills, so that none can fill another's part.
 *
 * @param workBytes that the work folder may take
 * @param wanted what may be kept over all of them, and fetched for a video, where the folder is large enough
 */
export function slotDisk(workBytes: number, slots: number, wanted: { cache: number; video: number }): SlotDisk {
  const total = Math.floor(((1 - RESERVED) * workBytes) / (slots + 1));
  return {
    total,
    cache: Math.floor(Math.min(wanted.cache / (slots + 1), KEPT * total)),
    video: Math.floor(Math.min(wanted.video, FETCHED * total)),
  };
}
