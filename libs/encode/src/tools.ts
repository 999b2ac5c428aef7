/** Where the two programs are: a path, or a name looked up on PATH. */
export interface FfmpegTools {
  readonly ffmpeg: string;
  readonly ffprobe: string;
  /** Where a GPU encodes, it may decode large clips as well. */
  readonly hasGpu?: boolean;
}

export const DEFAULT_TOOLS: FfmpegTools = { ffmpeg: 'ffmpeg', ffprobe: 'ffprobe' };

/** Finding programs, their libraries and the GPU; nothing that could be a credential. */
const PASSED_ON = [
  'PATH',
  'LD_LIBRARY_PATH',
  'TMPDIR',
  'CUDA_VISIBLE_DEVICES',
  'NVIDIA_VISIBLE_DEVICES',
  'NVIDIA_DRIVER_CAPABILITIES',
  'SystemRoot',
];

/** What ffmpeg sees of our environment: a parser of files from strangers has no use for database addresses and keys. */
export function reducedEnvironment(environment: NodeJS.ProcessEnv = process.env): NodeJS.ProcessEnv {
  return Object.fromEntries(PASSED_ON.filter((name) => name in environment).map((name) => [name, environment[name]]));
}
