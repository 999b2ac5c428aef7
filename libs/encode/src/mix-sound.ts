import { soundOutputOptions } from './encode-arguments.js';
import type { SoundPlan } from './encode-plan.js';
import { runFileWork } from './ffmpeg-command.js';
import { SOURCE_LIMITS } from './input-limits.js';
import { soundGraph } from './sound-graph.js';
import type { FfmpegTools } from './tools.js';

/**
 * Mixes and encodes the sound of a whole video into `plan.mixFile`, once, and returns the plan to encode with: where nothing
 * would be heard no file is written and the track is silence.
 */
export async function mixSound(
  plan: SoundPlan,
  fps: number,
  tools: FfmpegTools,
  signal?: AbortSignal,
): Promise<SoundPlan> {
  const graph = soundGraph(plan.sounds, fps, plan.sampleCount);
  if (graph === null || plan.mixFile === null) return { ...plan, mixFile: null };
  const inputs = graph.files.map((file) => ({ file, options: SOURCE_LIMITS }));
  const outputOptions = soundOutputOptions(plan.codec);
  await runFileWork(
    { inputs, filter: graph.filter, map: '[mix]', outputOptions, output: plan.mixFile },
    tools.ffmpeg,
    signal,
  );
  return plan;
}
