import { writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { assetsOf } from '#libs/timeline';
import { fileSizeOf } from '../disk-room.js';
import type { RenderTools } from '../render-tools.js';
import type { RenderHooks } from '../render-work.js';
import type { Made, StepWork } from './step-work.js';

/**
 * The step `assets`: fetches and checks all files of a video, once for all of its parts. Its file lists them; `assets` are
 * their names in the cache.
 *
 * @throws RenderError naming the file; the signal's reason after an abort
 */
export async function gatherAssets(
  { plan, folder, timeline, clock }: StepWork,
  tools: RenderTools,
  { signal }: RenderHooks,
): Promise<Made> {
  const { entries } = await clock.time('assets', () => tools.assets.gather(assetsOf(timeline), signal, plan.order));
  const stored = entries.map(([key, asset]) => [key, { ...asset, file: basename(asset.file) }] as const);
  const file = join(folder, 'assets.json');
  await writeFile(file, JSON.stringify(stored));
  const { frameCount: frames, durationS } = timeline;
  const assets = [...new Set(stored.map(([, asset]) => asset.file))];
  return { file, assets, fileSize: await fileSizeOf(file), frames, durationS, warnings: [] };
}
