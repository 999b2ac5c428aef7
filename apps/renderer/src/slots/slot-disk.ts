import type { DiskShare } from '#libs/render';

/**
 * Part of the work folder that no slot has: for compiled code, for files that several videos have, and for files that
 * outgrow their share between two measurements.
 */
const RESERVED = 0.05;
const SHARED = 0.03;
/** Part of the work folder for decoded pictures that the sizes of an order have. */
const PICTURES = 0.1;
/** Largest parts of a slot's share: for the files of one video, and for cached files of earlier videos. */
const FETCHED = 0.5;
const KEPT = 0.3;

/** The disk space of a slot, bytes. */
export interface SlotDisk extends DiskShare {
  /** Bytes for the files of one video. */
  video: number;
  /** Bytes for files that several videos have, over all slots. */
  shared: number;
  /** Bytes for decoded pictures that the sizes of orders have, over all slots. */
  pictures: number;
}

/**
 * Divides the work folder between the slots and stills, so that none can fill another's share.
 *
 * @param workBytes what the work folder may use
 * @param wanted configured limits: the cache over all slots, and the files of one video
 */
export function slotDisk(workBytes: number, slots: number, wanted: { cache: number; video: number }): SlotDisk {
  const share = Math.floor(((1 - RESERVED) * workBytes) / (slots + 1));
  const pictures = PICTURES * workBytes;
  return {
    total: Math.floor(share - pictures / (slots + 1)), // what is drawn has less room for them, not what is fetched
    cache: Math.floor(Math.min(wanted.cache / (slots + 1), KEPT * share)),
    video: Math.floor(Math.min(wanted.video, FETCHED * share)),
    shared: Math.floor(SHARED * workBytes),
    pictures: Math.floor(pictures),
  };
}
