import { join } from 'node:path';
import { footageArguments, fileOptions, framesOnStdin, pictureOptions, planEncode, probe } from '#libs/encode';
import type { FootageRun, Timeline } from '#libs/timeline';

/**
 * Measures the encoder alone: the finished frames on stdin, and a sound as long as the video from the input that
 * `sound` names, go into a file with the same arguments as in a render.
 */
export function encodeAlone(
  { width, height, fps, frameCount }: Timeline,
  sound: readonly string[],
  output: string,
): string[] {
  const job = { width, height, fps, frameCount, format: 'mp4', encoder: 'software', sounds: [], output } as const;
  const plan = planEncode(job);
  const inputs = [...framesOnStdin(plan), '-t', `${frameCount / fps}`, ...sound];
  const options = [...pictureOptions(plan), ...fileOptions('aac', 'mp4')];
  return ['ffmpeg', '-v', 'error', '-y', ...inputs, '-map', '0:v:0', '-map', '1:a:0', ...options, output];
}

/**
 * Measures the decoder alone: it decodes the parts of the footage that a render decodes, at the sizes at which they are
 * shown, and throws them away.
 */
export async function decodeAlone(assets: string, runs: readonly DecodedRun[]): Promise<string[]> {
  const file = join(assets, 'clip.mp4');
  const { video } = await probe(file);
  const commands = runs.map((run) => {
    const args = footageArguments(file, video!, { firstPicture: 0, fromS: 0, speed: 1, ...run });
    const limited = args.toSpliced(-1, 0, '-frames:v', `${run.frames}`);
    return `ffmpeg ${limited.map((argument) => `'${argument}'`).join(' ')} >/dev/null`;
  });
  return ['bash', '-ec', commands.join('\n')];
}

export interface DecodedRun extends Partial<FootageRun> {
  width: number;
  height: number;
  fps: number;
  frames: number;
}
