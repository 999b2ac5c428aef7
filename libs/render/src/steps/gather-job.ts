import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { assetsOf } from '#libs/timeline';
import { CpuMeter } from '../cpu-meter.js';
import { sizeOf } from '../disk-room.js';
import {
  compileAsPlanned,
  type RenderHooks,
  type RenderTools,
  type RenderWork,
  type RenderedVideo,
} from '../render-job.js';
import { StageClock } from '../stage-clock.js';

/**
 * The step `assets`: fetches and checks all files of a video, once for all of its segments. Its file lists them; `assets` are
 * their names in the slot's cache.
 *
 * @throws RenderError naming the file; the signal's reason after an abort
 */
export async function gatherJob(
  { plan, folder }: RenderWork,
  tools: RenderTools,
  { signal }: RenderHooks,
): Promise<RenderedVideo> {
  const clock = new StageClock();
  const cpu = await CpuMeter.start();
  const timeline = compileAsPlanned(plan);
  const { entries } = await clock.time('assets', () => tools.assets.gather(assetsOf(timeline), signal));
  const stored = entries.map(([key, asset]) => [key, { ...asset, file: basename(asset.file) }] as const);
  const file = join(folder, 'assets.json');
  await writeFile(file, JSON.stringify(stored));
  return {
    file,
    assets: [...new Set(stored.map(([, asset]) => asset.file))],
    fileSize: await sizeOf(file),
    frames: plan.frame_count,
    durationS: timeline.durationS,
    warnings: [],
    stageMs: clock.times,
    cpuMs: await cpu.cost(),
    steps: clock.steps,
  };
}
