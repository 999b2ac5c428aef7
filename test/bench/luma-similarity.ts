import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/**
 * Structural similarity (SSIM) of a video's luma to raw frames, frame by frame: of 1, and in decibels.
 *
 * @param input ffmpeg's options that name the raw frames
 */
export async function lumaSimilarity(
  video: string,
  input: readonly string[],
  fps: number,
): Promise<{ ssim: number; db: number }> {
  const inStep = ['0', '1'].map((index) => `[${index}:v]settb=1/${fps},setpts=N[in${index}]`).join(';');
  const compared = ['-i', video, ...input, '-lavfi', `${inStep};[in0][in1]ssim`, '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)('ffmpeg', ['-nostdin', '-hide_banner', ...compared]);
  const [, ssim, db] = /SSIM Y:([\d.]+) \(([\d.]+)\)/.exec(stderr)!;
  return { ssim: Number(ssim), db: Number(db) };
}

/** Frames of I420 in a file, as an input of ffmpeg. */
export function rawInput({ width, height }: { width: number; height: number }, fps: number, frames: string): string[] {
  const shape = ['-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', `${fps}`];
  return ['-f', 'rawvideo', ...shape, '-i', frames];
}
