import type { FootageRun } from '#libs/timeline';

/** Pictures being decoded. */
export interface FootagePictures {
  /** The next one, I420 in BT.709 limited range, valid until the next one; null after the last one, which stays valid. */
  next(): Promise<Uint8Array | null>;
  /** Ends decoding at once. */
  close(): Promise<void>;
}

/** Footage that can be decoded from any picture on: picture n does not depend on where a run begins. */
export interface FootageSource {
  /** Pixels as shown: upright, pixels square. */
  readonly width: number;
  readonly height: number;
  /** Seconds of picture; null where the file does not say. */
  readonly durationS: number | null;
  read(run: FootageRun): FootagePictures;
}
