import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One run of the test runner, over all its worker processes. */
export interface TestRun {
  /** The runner's main process. */
  readonly pid: number;
  /** For what the run's processes share; removed after the run. */
  readonly folder: string;
}

/** The run that this process takes part in: Jest's workers are children of its main process, connected to it. */
export function currentTestRun(): TestRun {
  const isWorker = process.env['JEST_WORKER_ID'] !== undefined && typeof process.send === 'function';
  const pid = isWorker ? process.ppid : process.pid;
  const folder = join(tmpdir(), `framewright-test-${process.getuid?.() ?? 0}-${pid}`);
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  return { pid, folder };
}
