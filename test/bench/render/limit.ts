import { join } from 'node:path';
import { footageArguments, fileOptions, framesOnStdin, pictureOptions, planEncode, probe } from '#libs/encode';
import type { FootageRun, Timeline } from '#libs/timeline';

/**
 * Measures the encoder alone: the finished frames on stdin, and a sound as long as the video from the input that
 * `sound` names, go into a file with the same arguments as in a render.
 */
export function encodeAlone(timeline: Timeline, sound: readonly string[], output: string): string[] {
  const inputs = [...framesOnStdin(planOf(timeline, output)), '-t', `${timeline.frameCount / timeline.fps}`, ...sound];
  const streams = ['-map', '0:v:0', '-map', '1:a:0', ...fileOf(timeline, output)];
  return ['ffmpeg', '-v', 'error', '-y', ...inputs, ...streams];
}

/** Measures the encoder of pictures alone. */
export function encodePicturesAlone(timeline: Timeline, output: string): string[] {
  const plan = planOf(timeline, output);
  return ['ffmpeg', '-v', 'error', '-y', ...framesOnStdin(plan), ...pictureOptions(plan), output];
}

/** The file that a render writes, with its arguments of the encoders. */
export function fileOf(timeline: Timeline, output: string): string[] {
  return [...pictureOptions(planOf(timeline, output)), ...fileOptions('aac', 'mp4'), output];
}

function planOf({ width, height, fps, frameCount }: Timeline, output: string): ReturnType<typeof planEncode> {
  return planEncode({ width, height, fps, frameCount, format: 'mp4', encoder: 'software', sounds: [], output });
}

/**
 * Measures the decoder alone: it decodes the parts of the footage that a render decodes, at the sizes at which they are
 * shown, and throws them away.
 */
export async function decodeAlone(assets: string, runs: readonly DecodedRun[]): Promise<string[]> {
  const commands = runs.map(async (run) => {
    const file = join(assets, run.file);
    const { video } = await probe(file);
    const args = footageArguments(file, video!, { firstPicture: 0, fromS: 0, speed: 1, ...run });
    const limited = args.toSpliced(-1, 0, '-frames:v', `${run.frames}`);
    return `ffmpeg ${limited.map((argument) => `'${argument}'`).join(' ')} >/dev/null`;
  });
  return ['bash', '-ec', (await Promise.all(commands)).join('\n')];
}

/** Pictures of a file of the bench that are decoded one after the other. */
export interface DecodedRun extends Partial<FootageRun> {
  file: string;
  width: number;
  height: number;
  fps: number;
  frames: number;
}
