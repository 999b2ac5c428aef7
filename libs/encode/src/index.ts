export { FfmpegError } from './child-process.js';
export { checkOutput, type ExpectedOutput, type OutputCheck } from './check-output.js';
export { encodeArguments } from './encode-arguments.js';
export { planEncode, SAMPLE_RATE_HZ, type EncodeJob, type ResolvedSound } from './encode-plan.js';
export { encodeVideo, type EncodeReport } from './encode-video.js';
export type { EncodeHooks, FrameSource } from './feed-frames.js';
export { probe, type AudioStreamInfo, type MediaInfo, type VideoStreamInfo } from './probe.js';
export { probeEncoder } from './probe-encoder.js';
export { DEFAULT_TOOLS, reducedEnvironment, type FfmpegTools } from './tools.js';
