import { execFile } from 'node:child_process';
import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { currentTestRun, startOnce, type TestRun } from './test-run.js';

/** Files that every system makes for itself: its samples name an address of its own. */
const NOT_COPIED = ['lock', 'local.json', 'samples.json', 'logs'];

/**
 * Copies into an empty data folder that of a system which has started and ended, if the test run has one by now: the next
 * start makes no database, tables, organization and keys. It is made while the second system of the run starts, so that
 * none waits for it, and a run with one system makes none.
 * @param startAndEnd starts a system on a folder and ends it, leaving what every later one may have
 */
export async function copyStartedBefore(
  dataFolder: string,
  startAndEnd: (dataFolder: string) => Promise<void>,
): Promise<void> {
  const run = currentTestRun();
  const original = join(run.folder, 'started-before');
  if (existsSync(original)) await promisify(execFile)('cp', ['-a', `${original}/.`, dataFolder]);
  else if (!(await startOnce(run, 'first-system', () => Promise.resolve()))) void make(run, original, startAndEnd);
}

async function make(run: TestRun, original: string, startAndEnd: (dataFolder: string) => Promise<void>): Promise<void> {
  try {
    await startOnce(run, 'started-before', async () => {
      const draft = `${original}.new`;
      rmSync(draft, { recursive: true, force: true });
      await startAndEnd(draft);
      for (const name of NOT_COPIED) rmSync(join(draft, name), { recursive: true, force: true });
      renameSync(draft, original);
    });
  } catch (error) {
    process.stderr.write(`No folder for further systems could be made: ${String(error)}\n`);
  }
}
