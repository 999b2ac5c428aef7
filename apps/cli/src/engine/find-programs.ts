import { accessSync, constants } from 'node:fs';
import { delimiter, isAbsolute, join } from 'node:path';
import type { FfmpegTools } from '#libs/encode';
import { EnvironmentError } from '../cli-error.js';

const INSTALL: Partial<Record<NodeJS.Platform, string>> = {
  darwin: 'brew install ffmpeg',
  linux: 'apt-get install ffmpeg (or what your distribution has in its place)',
  win32: 'winget install ffmpeg',
};

/**
 * Finds ffmpeg and ffprobe: `FFMPEG_PATH` and `FFPROBE_PATH`, else on `PATH`.
 *
 * @throws EnvironmentError that says in a line how to install what is missing
 */
export function findFfmpeg(environment: NodeJS.ProcessEnv = process.env): FfmpegTools {
  const ffmpeg = findProgram(environment['FFMPEG_PATH'] ?? 'ffmpeg', environment);
  const ffprobe = findProgram(environment['FFPROBE_PATH'] ?? 'ffprobe', environment);
  if (ffmpeg && ffprobe) return { ffmpeg, ffprobe };
  const missing = ffmpeg ? 'ffprobe' : 'ffmpeg';
  const install = INSTALL[process.platform] ?? 'install ffmpeg';
  throw new EnvironmentError(
    `${missing} was not found. Install it: ${install}; or name it in FFMPEG_PATH and FFPROBE_PATH.`,
  );
}

/** The path of a program; undefined if none of that name can be run. */
function findProgram(name: string, { PATH = '', PATHEXT }: NodeJS.ProcessEnv): string | undefined {
  const endings = PATHEXT ? PATHEXT.split(';') : [''];
  const isPath = isAbsolute(name) || /[/\\]/.test(name);
  const folders = isPath ? [''] : PATH.split(delimiter).filter(Boolean);
  return folders
    .flatMap((folder) => ['', ...endings].map((ending) => (folder ? join(folder, name) : name) + ending))
    .find(canRun);
}

function canRun(path: string): boolean {
  try {
    accessSync(path, constants.X_OK);
    return true;
  } catch {
    return false;
  }
}
