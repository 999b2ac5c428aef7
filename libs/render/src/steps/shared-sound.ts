import { basename } from 'node:path';
import type { VideoFormat } from '#libs/contracts';
import type { ResolvedSound, SharedSound } from '#libs/encode';
import type { SharedFiles } from '../shared-files.js';

/** The sound of a whole video. Its files are named by the hash of their content. */
interface SoundToShare {
  format: VideoFormat;
  fps: number;
  frameCount: number;
  loudnessLufs?: number | undefined;
  sounds: readonly ResolvedSound[];
}

/** The place of a video's sound, for others that have the same; undefined for a silent one, which costs nothing. */
export function sharedSound(
  { format, fps, frameCount, loudnessLufs, sounds }: SoundToShare,
  files: SharedFiles | undefined,
): SharedSound | undefined {
  if (!files || sounds.length === 0) return undefined;
  const parts = sounds.map(({ sourceUrl: _url, path: _path, file, ...part }) => ({ ...part, file: basename(file) }));
  const of = ['sound', format, fps, frameCount, loudnessLufs, parts];
  return {
    bring: async (output, make, signal) => {
      await files.bring({ of, output, signal }, make);
    },
  };
}
