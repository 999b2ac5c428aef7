import { execFile } from 'node:child_process';
import { promisify } from 'node:util';

/** Structural similarity of the luma of a file to raw frames, frame by frame, by ffmpeg. @param input arguments of the frames */
export async function fileSsim(file: string, input: readonly string[], fps: number): Promise<number> {
  const inStep = ['0', '1'].map((index) => `[${index}:v]settb=1/${fps},setpts=N[in${index}]`).join(';');
  const compared = ['-i', file, ...input, '-lavfi', `${inStep};[in0][in1]ssim`, '-f', 'null', '-'];
  const { stderr } = await promisify(execFile)('ffmpeg', ['-nostdin', '-hide_banner', ...compared]);
  return Number(/SSIM Y:([\d.]+)/.exec(stderr)![1]);
}

/** Frames of I420 in a file, as an input of ffmpeg. */
export function rawInput({ width, height }: { width: number; height: number }, fps: number, frames: string): string[] {
  const shape = ['-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', `${fps}`];
  return ['-f', 'rawvideo', ...shape, '-i', frames];
}
