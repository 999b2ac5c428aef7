import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

/** One run of the test runner, over all its worker processes. */
export interface TestRun {
  /** The runner's main process. */
  readonly pid: number;
  /** Folder for files that the run's processes share; removed after the run. */
  readonly folder: string;
}

/** Removes the folder $2 once the process $1 is gone, and what worked in the folder has had time to end. */
const CLEANER = 'while kill -0 "$1" 2>/dev/null; do sleep 1; done; sleep 15; rm -rf -- "$2"';

/** The run that this process takes part in: Jest's workers are children of its main process, connected to it. */
export function currentTestRun(): TestRun {
  const isWorker = process.env['JEST_WORKER_ID'] !== undefined && typeof process.send === 'function';
  const pid = isWorker ? process.ppid : process.pid;
  const folder = join(tmpdir(), `framewright-test-${process.getuid?.() ?? 0}-${pid}`);
  try {
    mkdirSync(folder, { mode: 0o700 });
    spawn('/bin/sh', ['-c', CLEANER, 'cleaner', String(pid), folder], { detached: true, stdio: 'ignore' }).unref();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  }
  return { pid, folder };
}

/** Whether this process is the first of the run to ask for a name: it makes what the others then share. */
export function firstOfRun(run: TestRun, name: string): boolean {
  try {
    mkdirSync(join(run.folder, `first-${name}`));
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    return false;
  }
}
