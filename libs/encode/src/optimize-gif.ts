import { rename, rm, stat } from 'node:fs/promises';
import { checkOutput, type ExpectedOutput } from './check-output.js';
import { FfmpegError, runProcess } from './child-process.js';
import type { FfmpegTools } from './tools.js';

/** A gif's bytes before and after, or why the file stays as ffmpeg wrote it, for the log. */
export type GifOptimization = { fromBytes: number; toBytes: number } | { refused: string };

/** A gif that ffmpeg has written, and its properties. */
export type WrittenGif = Omit<ExpectedOutput, 'format'> & { output: string };

/** Seconds that gifsicle may take, of time and of CPU time: of the least time that drawing a video has, half. */
const LIMIT_S = 30;

/** Address space of gifsicle, bytes: as much as ffmpeg held, which has ended. It holds every frame, a byte for each pixel. */
const MEMORY_BYTES = 350_000_000;

/**
 * Level 3 takes two to four times as long as level 2 and saves 3 % at most. Empty frames are kept because ffprobe, as our
 * check, counts the frames of a file.
 */
const OPTIONS = ['--no-warnings', '-O2', '-Okeep-empty'];

/**
 * Makes a gif smaller by gifsicle, which may change colors by `loss`. The file is replaced only by a smaller one that decodes
 * to as many frames of the same size and length.
 *
 * @throws the signal's reason; FfmpegError when ffprobe cannot be started
 */
export async function optimizeGif(
  { output, ...gif }: WrittenGif,
  tools: FfmpegTools & Required<Pick<FfmpegTools, 'gifsicle'>>,
  { signal, limitS = LIMIT_S }: { signal: AbortSignal; limitS?: number },
): Promise<GifOptimization> {
  const draft = `${output}.optimized`;
  try {
    const failure = await runGifsicle([output, '-o', draft], tools.gifsicle, { signal, limitS });
    if (failure !== undefined) return { refused: failure };
    const [fromBytes, toBytes] = await Promise.all([output, draft].map(async (file) => (await stat(file)).size));
    if (toBytes! >= fromBytes!) return { refused: `no smaller: ${fromBytes} bytes became ${toBytes}` };
    const check = await checkOutput(draft, { ...gif, format: 'gif' }, tools, signal);
    if (!check.ok) return { refused: check.faults.join('; ') };
    await rename(draft, output);
    return { fromBytes: fromBytes!, toBytes: toBytes! };
  } finally {
    await rm(draft, { force: true });
  }
}

/** @returns why it has failed; undefined after a success */
async function runGifsicle(
  files: readonly string[],
  { program, loss }: NonNullable<FfmpegTools['gifsicle']>,
  { signal, limitS }: { signal: AbortSignal; limitS: number },
): Promise<string | undefined> {
  const [command, ...args] = [...withinLimits(limitS), program, ...OPTIONS, `--lossy=${loss}`, ...files];
  try {
    await runProcess(command!, args, AbortSignal.any([signal, AbortSignal.timeout(1_000 * limitS)]));
    return undefined;
  } catch (error) {
    if (signal.aborted) throw error;
    if (error instanceof FfmpegError) return [error.message, error.stderr].filter(Boolean).join(': ');
    return `gifsicle takes more than ${limitS} s`;
  }
}

/** The program of Linux that bounds the one after it; elsewhere none. It bounds it also when this process is gone. */
function withinLimits(limitS: number): string[] {
  return process.platform === 'linux' ? ['prlimit', `--as=${MEMORY_BYTES}`, `--cpu=${limitS}`] : [];
}
