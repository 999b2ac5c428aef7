/** A run of pictures to decode from footage, and their size. */
export interface FootageRun {
  /** The part of the shown picture that is wanted, px of the source as shown; even. Absent: all of it. */
  crop?: { x: number; y: number; width: number; height: number };
  /** Pixels of the pictures; even. */
  width: number;
  height: number;
  /** Pictures per second of the video. */
  fps: number;
  /** Second of the source that picture 0 shows. */
  fromS: number;
  /** Source seconds per second of the video. */
  speed: number;
  /** The first picture that is wanted, counted from picture 0. */
  firstPicture: number;
}

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
