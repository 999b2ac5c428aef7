import { startProcess } from '../child-process.js';
import { SOURCE_LIMITS } from '../input-limits.js';

/** CPU seconds after which the operating system kills the decoder, in case this process is gone. */
const CPU_LIMIT_S = 3_600;

/** The sound to decode, and the program that does it. */
export interface DecodableSound {
  file: string;
  /** The filters decide the sample rate and the channels. */
  filters: readonly string[];
  ffmpeg: string;
  signal?: AbortSignal | undefined;
}

/**
 * Decodes the first sound stream of a file; `read` receives the samples as 32-bit floats, little-endian, in chunks of any
 * size, and must read all of them.
 *
 * @throws FfmpegError, the error of `read`, or the signal's reason after an abort
 */
export async function decodeSound<Result>(
  { file, filters, ffmpeg, signal }: DecodableSound,
  read: (samples: AsyncIterable<Buffer>) => Promise<Result>,
): Promise<Result> {
  const args = [
    ...['-nostdin', '-hide_banner', '-v', 'error', '-timelimit', `${CPU_LIMIT_S}`, ...SOURCE_LIMITS],
    ...['-i', file, '-map', '0:a:0', '-af', filters.join(','), '-f', 'f32le', 'pipe:1'],
  ];
  signal?.throwIfAborted();
  const decoder = startProcess(ffmpeg, args, signal, 'bytes');
  try {
    const result = await read(decoder.stdout);
    await decoder.finished;
    return result;
  } catch (error) {
    decoder.kill();
    await decoder.finished.catch(() => undefined);
    signal?.throwIfAborted();
    throw error;
  }
}
