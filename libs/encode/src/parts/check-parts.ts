import {
  type ExpectedOutput,
  type OutputCheck,
  readThrough,
  partDifferences,
  soundDifferences,
} from '../check-output.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';

/**
 * Decodes a part from its first to its last frame and compares it with its specification, as `checkOutput` does with a
 * whole file. `frameCount` is that of the part.
 *
 * @throws FfmpegError when ffprobe cannot be started, or the signal's reason after an abort
 */
export function checkPart(
  file: string,
  expected: ExpectedOutput,
  tools: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<OutputCheck> {
  return readThrough({ file, tools, signal }, (info) => partDifferences(info, expected));
}

/** The same for the file of a video's sound. `frameCount` is that of the video. @throws as {@link checkPart} */
export function checkSound(
  file: string,
  expected: ExpectedOutput,
  tools: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<OutputCheck> {
  return readThrough({ file, tools, signal }, (info) => soundDifferences(info, expected));
}
