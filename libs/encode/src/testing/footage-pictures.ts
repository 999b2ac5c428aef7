import { createHash } from 'node:crypto';
import type { FootageRun } from '#libs/timeline';
import type { FootageFile } from '../footage/footage-file.js';

/** A run from the beginning of footage of 192 × 108 pixels, at half of its width and height. */
export const RUN: FootageRun = { width: 96, height: 54, fps: 24, fromS: 0, speed: 1, firstPicture: 0 };

/** Up to `most` pictures of a run, each as a digest. */
export async function pictures(
  from: FootageFile,
  change: Partial<FootageRun> = {},
  most = Infinity,
): Promise<string[]> {
  const reader = from.read({ ...RUN, ...change });
  const digests: string[] = [];
  for (let picture = await reader.next(); picture; picture = await reader.next()) {
    digests.push(createHash('md5').update(picture).digest('hex'));
    if (digests.length === most) break;
  }
  await reader.close();
  return digests;
}
