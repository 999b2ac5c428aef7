import { rm, stat } from 'node:fs/promises';
import { startProcess } from '../child-process.js';
import { stitchArguments } from '../encode-arguments.js';
import type { ExpectedOutput } from '../check-output.js';
import { feedProcess } from '../feed-process.js';
import { FORMAT_STREAMS } from '../format-streams.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';
import { joinParts, type PartFile } from './join-parts.js';

/** A video whose parts are encoded. */
export interface StitchJob extends ExpectedOutput {
  /** All frames of the video, in order. */
  parts: readonly PartFile[];
  /** Path of the file that `encodeSound` wrote. */
  sound: string;
  /** Absolute path, chosen by us. */
  output: string;
}

/**
 * Joins the parts and the sound of a video to its file, without encoding anything again. After an error no process is
 * running, and no file is left.
 *
 * @returns the bytes of the file
 * @throws UnfitPartError as {@link joinParts}, RangeError for parts that are not the whole video, FfmpegError, or
 * the signal's reason after an abort
 */
export async function stitch(
  { format, parts, sound, output, frameCount }: StitchJob,
  signal: AbortSignal,
  { ffmpeg }: FfmpegTools = DEFAULT_TOOLS,
): Promise<number> {
  if (parts.at(-1)?.toFrame !== frameCount) throw new RangeError(`the parts do not end at frame ${frameCount}`);
  signal.throwIfAborted();
  try {
    const args = stitchArguments(FORMAT_STREAMS[format].container, sound, output);
    await feedProcess(startProcess(ffmpeg, args, signal), joinParts(parts));
    return (await stat(output)).size;
  } catch (error) {
    await rm(output, { force: true });
    throw error;
  }
}
