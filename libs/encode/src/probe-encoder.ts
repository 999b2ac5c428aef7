import { FfmpegError, runProcess } from './child-process.js';
import type { EncodeJob } from './encode-plan.js';
import { DEFAULT_TOOLS, type FfmpegTools } from './tools.js';

/** 256 × 256 px: on some GPUs NVENC refuses smaller pictures. */
const ONE_FRAME = ['-f', 'lavfi', '-i', 'color=black:s=256x256:r=30:d=0.1', '-frames:v', '1'];

/**
 * The encoder that works on this machine. ffmpeg lists NVENC even without a GPU, so one frame is encoded with it (about 50 ms).
 * Any failure means `software`.
 */
export async function probeEncoder(
  tools: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<EncodeJob['encoder']> {
  const args = ['-nostdin', '-hide_banner', '-v', 'error', ...ONE_FRAME, '-c:v', 'h264_nvenc', '-f', 'null', '-'];
  try {
    await runProcess(tools.ffmpeg, args, signal);
    return 'nvenc';
  } catch (error) {
    if (error instanceof FfmpegError) return 'software';
    throw error;
  }
}
