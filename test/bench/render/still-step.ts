import { execFile } from 'node:child_process';
import { type FileHandle, open, rm } from 'node:fs/promises';
import { promisify } from 'node:util';
import { stillRunsOf, type Timeline } from '#libs/timeline';

/** Share of the picture that must be unchanged for a pair of frames to count. The frames of a fade share next to nothing. */
const MIN_UNCHANGED = 0.01;

/**
 * The largest mean change of luma, in levels, from a frame of a still run to the frame after it, the first one after the run
 * included. Only pixels that are equal in both drawn frames count, so an encoder without loss has 0.
 *
 * @param drawn the frames as `writeFrames` writes them
 */
export async function largestStillStep(timeline: Timeline, drawn: string, video: string): Promise<number> {
  const decoded = `${video}.yuv`;
  const rawFrames = ['-fps_mode', 'passthrough', '-f', 'rawvideo', '-pix_fmt', 'yuv420p'];
  await promisify(execFile)('ffmpeg', ['-nostdin', '-v', 'error', '-y', '-i', video, ...rawFrames, decoded]);
  const files = [await open(drawn), await open(decoded)] as const;
  try {
    let largest = 0;
    for (const frame of framesBeforeStillOnes(timeline)) {
      const step = await meanStep(timeline, files, frame);
      largest = Math.max(largest, step ?? 0);
    }
    return largest;
  } finally {
    for (const file of files) await file.close();
    await rm(decoded);
  }
}

function framesBeforeStillOnes(timeline: Timeline): number[] {
  return stillRunsOf(timeline).flatMap(({ fromFrame, toFrame }) => {
    const last = Math.min(toFrame, timeline.frameCount - 1);
    return Array.from({ length: last - fromFrame }, (_, index) => fromFrame + index);
  });
}

/** The mean step of still pixels; null if too few of them are unchanged from `frame` to the next one. */
async function meanStep(
  timeline: Timeline,
  [drawn, decoded]: readonly [FileHandle, FileHandle],
  frame: number,
): Promise<number | null> {
  const [before, after] = [await luma(drawn, timeline, frame), await luma(drawn, timeline, frame + 1)];
  const [shown, next] = [await luma(decoded, timeline, frame), await luma(decoded, timeline, frame + 1)];
  let [unchanged, sum] = [0, 0];
  for (let pixel = 0; pixel < before.length; pixel++) {
    if (before[pixel] !== after[pixel]) continue;
    unchanged++;
    sum += Math.abs(shown[pixel]! - next[pixel]!);
  }
  return unchanged < before.length * MIN_UNCHANGED ? null : sum / unchanged;
}

async function luma(file: FileHandle, { width, height }: Timeline, frame: number): Promise<Uint8Array> {
  const bytes = Buffer.alloc(width * height);
  const { bytesRead } = await file.read(bytes, 0, bytes.length, frame * bytes.length * 1.5);
  if (bytesRead < bytes.length) throw new RangeError(`there is no frame ${frame}`);
  return bytes;
}
