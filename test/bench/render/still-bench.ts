import { rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { timed, type Usage } from '../cpu-time.ts';
import { NODE_FLAGS, WORKER } from './bundled-worker.ts';
import { describe, least } from './figures.ts';
import { largestStillStep } from './still-step.ts';
import { documentOf, type SizeName, type TemplateName } from './templates.ts';
import { WarmWorker } from './warm-worker.ts';
import { compileDocument } from './work.ts';

const ROUNDS = 3;

interface StillCase {
  template: TemplateName;
  size: SizeName;
  assets: string;
  folder: string;
}

interface Side {
  used: Usage[];
  bytes: number;
  step: number;
}

/**
 * CPU, bytes and still pictures of a template that stands still, beside the same with `HELD_FRAMES=encode`, by turns. The
 * least CPU of each is compared: other work on the machine makes a render dearer, never cheaper.
 */
export async function compareStill({ template, size, assets, folder }: StillCase): Promise<string> {
  const timeline = compileDocument(documentOf(template, size));
  const drawn = join(folder, 'drawn.yuv');
  await timed([process.execPath, ...NODE_FLAGS, WORKER, 'frames', template, size, assets, drawn]);
  const slots = await Promise.all(
    (['warm', 'warm-encode'] as const).map(async (mode) => {
      const output = join(folder, `${mode}.mp4`);
      const slot = await WarmWorker.start(WORKER, [mode, template, size, assets, output], NODE_FLAGS);
      await slot.render();
      return { slot, output, used: [] as Usage[] };
    }),
  );
  for (let round = 0; round < ROUNDS; round++) for (const { slot, used } of slots) used.push(await slot.render());
  const sides: Side[] = [];
  for (const { slot, output, used } of slots) {
    await slot.stop();
    sides.push({ used, bytes: (await stat(output)).size, step: await largestStillStep(timeline, drawn, output) });
  }
  await rm(drawn);
  const [repeat, encode] = sides as [Side, Side];
  const cpu = (least(repeat.used, 'cpuS') / least(encode.used, 'cpuS')).toFixed(2);
  const bytes = (repeat.bytes / encode.bytes).toFixed(3);
  return [
    `${template}, ${size}: with repeats ${cpu} × the CPU, ${bytes} × the bytes of HELD_FRAMES=encode (goal 1.02)`,
    `  repeat    ${lineOf(repeat)} (goal 0.3)`,
    `  encode    ${lineOf(encode)}\n`,
  ].join('\n');
}

function lineOf({ used, bytes, step }: Side): string {
  return `${describe(used)}; ${bytes} bytes; still pictures change by at most ${step.toFixed(2)} levels`;
}
