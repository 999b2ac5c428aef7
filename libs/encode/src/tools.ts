/** Programs: paths, or names to find on PATH. */
export interface FfmpegTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** A GPU may decode large footage. */
  readonly hasGpu?: boolean;
  /** Makes gifs smaller; `loss`, 1 to 200, is how much it may change their colors. Absent: they stay as ffmpeg writes them. */
  readonly gifsicle?: { readonly program: string; readonly loss: number };
}

export const DEFAULT_TOOLS: FfmpegTools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** Variables to find programs, their libraries and the GPU; none can contain a credential. */
const PASSED_ON = [
  'PATH',
  'LD_LIBRARY_PATH',
  'TMPDIR',
  'CUDA_VISIBLE_DEVICES',
  'NVIDIA_VISIBLE_DEVICES',
  'NVIDIA_DRIVER_CAPABILITIES',
  'SystemRoot',
];

/** The environment of ffmpeg: without secrets, because it parses files of callers. */
export function reducedEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.filter((name) => name in environment).map((name) => [name, environment[name]]));
}
