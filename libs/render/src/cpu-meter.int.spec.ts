import { execFile } from 'node:child_process';
import { cpus } from 'node:os';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { CpuMeter, cpuTimeMs, idleTimeMs } from './cpu-meter.js';

const run = promisify(execFile);
/** Uses a CPU for that long. */
const burn = (ms: number) =>
  `const end = process.cpuUsage().user + ${ms * 1_000}; while (process.cpuUsage().user < end);`;

describe('the CPU meter', () => {
  it('counts the programs that were started and have ended, apart by frames and the rest', async () => {
    const meter = await CpuMeter.start();
    await run(process.execPath, ['-e', burn(200)]);
    await meter.frames(() => run(process.execPath, ['-e', burn(400)]));
    const cost = await meter.cost();
    expect(cost!.fixed_ms).toBeGreaterThanOrEqual(200);
    expect(cost!.frames_ms).toBeGreaterThanOrEqual(400);
  });

  it('knows nothing of a process that is gone', async () => {
    expect(await cpuTimeMs(2 ** 22 + 1)).toBeNull();
  });

  it('knows how long the cores of the machine were idle', async () => {
    const expected = cpus().reduce((sum, { times }) => sum + times.idle, 0);
    const idle = (await idleTimeMs())!;
    expect(idle).toBeGreaterThanOrEqual(expected);
    expect(idle).toBeLessThan(expected + 1_000);
  });
});
