import { spawn } from 'node:child_process';
import { mkdirSync, rmdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { errnoOf } from '#libs/errors';

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
  if (makesFolder(folder))
    spawn('/bin/sh', ['-c', CLEANER, 'cleaner', String(pid), folder], { detached: true, stdio: 'ignore' }).unref();
  return { pid, folder };
}

/** Starts what the processes of a run share, in the one that asks first. After a failure, the next that asks tries again. */
export async function startOnce(run: TestRun, name: string, start: () => Promise<void>): Promise<void> {
  const turn = join(run.folder, `starting-${name}`);
  if (!makesFolder(turn)) return;
  try {
    await start();
  } catch (error) {
    rmdirSync(turn);
    throw error;
  }
}

/** Makes a folder. @returns false if there is one already */
function makesFolder(folder: string): boolean {
  try {
    mkdirSync(folder, { mode: 0o700 });
    return true;
  } catch (error) {
    if (errnoOf(error) !== 'EEXIST') throw error;
    return false;
  }
}
