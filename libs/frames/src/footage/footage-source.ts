import type { FootageRun } from '#libs/timeline';

/** Pictures being decoded. */
export interface FootagePictures {
  /**
   * The next one, valid until the next one; null after the last one, which stays valid. I420 in BT.709 limited range, or
   * premultiplied RGBA if the source has an alpha.
   */
  next(): Promise<Uint8Array | null>;
  /** Ends decoding at once. */
  close(): Promise<void>;
}

/** Footage that can be decoded from any picture on: picture n does not depend on where a run begins. */
export interface FootageSource {
  /** Pixels as shown: upright, pixels square. */
  readonly width: number;
  readonly height: number;
  /** Whether what lies below shows through its pictures. */
  readonly hasAlpha: boolean;
  /** Seconds of picture; null where the file does not say. */
  readonly durationS: number | null;
  read(run: FootageRun): FootagePictures;
}
