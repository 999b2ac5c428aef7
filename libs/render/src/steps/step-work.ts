import type { Timeline } from '#libs/timeline';
import type { CpuMeter } from '../cpu-meter.js';
import type { RenderTools } from '../render-tools.js';
import type { RenderedVideo, RenderHooks, RenderWork } from '../render-work.js';
import type { StageClock } from '../stage-clock.js';

/** The work of a step with its compiled document, and the meters of its stages. */
export interface StepWork extends RenderWork {
  timeline: Timeline;
  clock: StageClock;
  cpu: CpuMeter;
}

/** The result of a step before its meters are read. */
export type Made = Omit<RenderedVideo, 'stageMs' | 'cpuMs' | 'steps'>;

export type PerformStep = (work: StepWork, tools: RenderTools, hooks: RenderHooks) => Promise<Made>;
