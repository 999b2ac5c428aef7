import { createInterface } from 'node:readline';
import { differences, faultsIn, type OutputCheck } from '../check-output.js';
import { runProcess, startProcess } from '../child-process.js';
import { CONTAINERS } from '../containers.js';
import { FORMAT_STREAMS } from '../format-streams.js';
import { OUTPUT_LIMITS } from '../input-limits.js';
import { parseProbe, probeArguments } from '../probe.js';
import { DEFAULT_TOOLS, type FfmpegTools } from '../tools.js';
import type { StitchJob } from './stitch.js';

const PICTURES = ['-select_streams', 'v:0'];

/** Seconds that are decoded after each joint. */
const AFTER_JOINT_S = 0.5;

/**
 * Compares a stitched file with its specification: streams, codecs, size, number of frames, durations, and the time of
 * every picture. The pictures were decoded when their parts were checked; here only those after each joint are.
 *
 * @throws FfmpegError when ffprobe cannot be started, or the signal's reason after an abort
 */
export async function checkStitched(
  job: StitchJob,
  tools: FfmpegTools = DEFAULT_TOOLS,
  signal?: AbortSignal,
): Promise<OutputCheck> {
  const probing = ['-count_packets'];
  const [probed, joints, times] = await Promise.all([
    runProcess(tools.ffprobe, probeArguments(job.output, OUTPUT_LIMITS, probing), signal),
    jointFaults(job, tools, signal),
    timeFaults(job, tools, signal),
  ]);
  const info = parseProbe(probed.stdout);
  const faults = [...differences(info, job), ...joints, ...times];
  return faults.length === 0 ? { ok: true, info } : { ok: false, faults };
}

async function jointFaults(job: StitchJob, { ffprobe }: FfmpegTools, signal?: AbortSignal): Promise<string[]> {
  const intervals = job.parts.map(({ fromFrame }) => `${(fromFrame / job.fps).toFixed(6)}%+${AFTER_JOINT_S}`);
  const decode = ['-v', 'level+info', '-threads', '1', '-count_frames', ...PICTURES];
  const extra = [...decode, '-read_intervals', intervals.join(',')];
  const { stderr } = await runProcess(ffprobe, probeArguments(job.output, OUTPUT_LIMITS, extra), signal);
  return faultsIn(stderr);
}

/** Whether picture n is shown at n / fps, as exactly as the container can say it. */
async function timeFaults(
  { output, format, fps }: StitchJob,
  { ffprobe }: FfmpegTools,
  signal?: AbortSignal,
): Promise<string[]> {
  const args = ['-v', 'error', ...OUTPUT_LIMITS, ...PICTURES, '-show_entries', 'packet=pts', '-of', 'csv=p=0', output];
  const listing = startProcess(ffprobe, args, signal, 'bytes');
  listing.stdin.end();
  const times: number[] = [];
  for await (const line of createInterface({ input: listing.stdout })) if (line !== '') times.push(parseInt(line, 10));
  await listing.finished;
  times.sort((a, b) => a - b);
  const { ticksPerS } = CONTAINERS[FORMAT_STREAMS[format].container];
  const isLate = (ticks: number, frame: number) => !(Math.abs(ticks - (frame * ticksPerS) / fps) <= 0.5);
  const frame = times.findIndex(isLate);
  return frame < 0 ? [] : [`frame ${frame} is shown at tick ${times[frame]}`];
}
