import type { FootagePictures, FootageSource } from '#libs/frames';
import type { FootageRun } from '#libs/timeline';

const GRAY = 128;

/** Stands for footage that cannot be fetched or decoded. */
export const GRAY_FOOTAGE: FootageSource = {
  width: 1280,
  height: 720,
  hasAlpha: false,
  durationS: null,
  read({ width, height }: FootageRun): FootagePictures {
    const picture = new Uint8Array((width * height * 3) / 2).fill(GRAY);
    return { next: () => Promise.resolve(picture), close: () => Promise.resolve() };
  },
};
