import { mkdtemp, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { median, timed } from './cpu-time.ts';
import { demoTimeline, type StageTimes } from './demo-work.ts';
import { encodeAlone } from './render/limit.ts';

const ROUNDS = 5;

/**
 * The demo's video: where its time goes, and what the whole render costs beside encoding the same finished frames alone
 * with the same arguments. Both run alternately, as processes of their own; the medians are compared.
 */
export async function demoVideo(): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'framewright-bench-'));
  try {
    const worker = fileURLToPath(new URL('./demo-worker.ts', import.meta.url));
    const frames = join(folder, 'frames.yuv');
    await timed([process.execPath, worker, 'frames', frames]);
    const timeline = demoTimeline();
    const { width, height, fps, frameCount } = timeline;
    const limit = encodeAlone(timeline, ['-f', 'lavfi', '-i', 'anullsrc=r=48000:cl=stereo'], join(folder, 'limit.mp4'));
    const ours: number[] = [];
    const alone: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      ours.push((await timed([process.execPath, worker, 'render', join(folder, 'ours.mp4')])).cpuS);
      alone.push((await timed(limit, frames)).cpuS);
    }
    const stages = JSON.parse(await readFile(join(folder, 'ours.mp4.json'), 'utf8')) as StageTimes;
    print(
      `Demo video: ${width}×${height}, ${frameCount} frames at ${fps} fps, ${(await stat(join(folder, 'ours.mp4'))).size} bytes`,
    );
    print('Stage      wall ms');
    for (const [stage, ms] of Object.entries(stages)) print(`${stage.padEnd(10)} ${ms.toFixed(0).padStart(7)}`);
    print('');
    print(`CPU seconds of the process tree, median of ${ROUNDS} (least … most)`);
    print(`render           ${describe(ours)}`);
    print(`encode alone     ${describe(alone)}`);
    print(`ratio            ${(median(ours) / median(alone)).toFixed(2)}`);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function describe(values: readonly number[]): string {
  return `${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} … ${Math.max(...values).toFixed(2)})`;
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}
