import { join } from 'node:path';
import { clipArguments, type ClipRun, encodeArguments, planEncode, probe } from '#libs/encode';
import type { Timeline } from '#libs/timeline';

/**
 * The encoder alone: the finished frames on stdin and the sound track as it lies on disk go into a file with the very
 * arguments a render uses.
 */
export function encodeAlone({ width, height, fps, frameCount }: Timeline, assets: string, output: string): string[] {
  const job = { width, height, fps, frameCount, format: 'mp4', encoder: 'software', sounds: [], output } as const;
  const silent = encodeArguments(planEncode(job));
  const graph = silent.indexOf('-filter_complex');
  const music = ['-t', `${frameCount / fps}`, '-i', join(assets, 'music.m4a')];
  const heard = silent.toSpliced(graph, 2, ...music).map((argument) => (argument === '[silence]' ? '1:a:0' : argument));
  return ['ffmpeg', ...heard];
}

/** The decoder alone: what a render decodes of the clip, at the sizes it is shown, thrown away. */
export async function decodeAlone(assets: string, runs: readonly DecodedRun[]): Promise<string[]> {
  const file = join(assets, 'clip.mp4');
  const { video } = await probe(file);
  const commands = runs.map((run) => {
    const args = clipArguments(file, video!, { firstPicture: 0, fromS: 0, speed: 1, ...run });
    const limited = args.toSpliced(-1, 0, '-frames:v', `${run.frames}`);
    return `ffmpeg ${limited.map((argument) => `'${argument}'`).join(' ')} >/dev/null`;
  });
  return ['bash', '-ec', commands.join('\n')];
}

export interface DecodedRun extends Partial<ClipRun> {
  width: number;
  height: number;
  fps: number;
  frames: number;
}
