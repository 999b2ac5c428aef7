import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { Usage } from '../cpu-time.ts';
import { NODE_FLAGS, WORKER } from './bundled-worker.ts';
import { describe, middle } from './figures.ts';
import type { SizeName, TemplateName } from './templates.ts';
import { WarmWorker } from './warm-worker.ts';

const ROUNDS = 3;

interface StillCase {
  template: TemplateName;
  size: SizeName;
  assets: string;
  folder: string;
}

/** CPU and bytes of a template that stands still, beside the same with `HELD_FRAMES=encode`, by turns. */
export async function compareStill({ template, size, assets, folder }: StillCase): Promise<string> {
  const sides = await Promise.all(
    (['warm', 'warm-encode'] as const).map(async (mode) => {
      const output = join(folder, `${mode}.mp4`);
      const slot = await WarmWorker.start(WORKER, [mode, template, size, assets, output], NODE_FLAGS);
      await slot.render();
      return { slot, output, used: [] as Usage[] };
    }),
  );
  for (let round = 0; round < ROUNDS; round++) for (const side of sides) side.used.push(await side.slot.render());
  for (const { slot } of sides) await slot.stop();
  const [repeat, encode] = await Promise.all(
    sides.map(async ({ output, used }) => ({ used, bytes: (await stat(output)).size })),
  );
  const cpu = (middle(repeat!.used, 'cpuS') / middle(encode!.used, 'cpuS')).toFixed(2);
  const bytes = (repeat!.bytes / encode!.bytes).toFixed(3);
  return [
    `${template}, ${size}: with repeats ${cpu} × the CPU, ${bytes} × the bytes of HELD_FRAMES=encode (goal 1.02)`,
    `  repeat    ${describe(repeat!.used)}; ${repeat!.bytes} bytes`,
    `  encode    ${describe(encode!.used)}; ${encode!.bytes} bytes\n`,
  ].join('\n');
}
