import { FfmpegError, runProcess } from './child-process.js';
import type { FfmpegTools } from './tools.js';

/** Encoders that the formats of videos need. */
const ENCODERS = ['libx264', 'libvpx-vp9', 'gif', 'aac', 'libopus'];

/** Facts of an installed ffmpeg. */
export interface ToolsCheck {
  /** As it states it. */
  version: string;
  missingEncoders: string[];
}

/** Asks ffmpeg and ffprobe for their version and their encoders. @throws FfmpegError for one that does not run */
export async function checkTools({ ffmpeg, ffprobe }: Pick<FfmpegTools, 'ffmpeg' | 'ffprobe'>): Promise<ToolsCheck> {
  const [{ stdout: version }, { stdout: list }] = await Promise.all([
    runProcess(ffmpeg, ['-version']),
    runProcess(ffmpeg, ['-hide_banner', '-encoders']),
    runProcess(ffprobe, ['-version']),
  ]);
  const names = new Set([...list.matchAll(/^ [A-Z.]{6} (\S+)/gm)].map(([, name]) => name));
  const stated = /^ffmpeg version (\S+)/.exec(version)?.[1];
  if (stated === undefined) throw new FfmpegError(`${ffmpeg} does not state a version`, version.slice(0, 200));
  return { version: stated, missingEncoders: ENCODERS.filter((name) => !names.has(name)) };
}
