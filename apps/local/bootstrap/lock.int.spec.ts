import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually, temporaryFolder } from '#libs/testing';

const folder = temporaryFolder('lock');
const lock = JSON.stringify(join(import.meta.dirname, 'lock.mjs'));

/** A process that takes the lock and notes when it gets and releases it. */
function worker(name: string, workMs: number): ReturnType<typeof spawn> {
  const script = `
    import { appendFileSync } from 'node:fs';
    import { setTimeout as delay } from 'node:timers/promises';
    import { withLock } from ${lock};
    const note = (what) => appendFileSync(process.argv[1] + '/notes-' + process.argv[2], what + '\\n');
    await withLock(process.argv[1] + '/lock-' + process.argv[2], async () => {
      note('in');
      await delay(${workMs});
      note('out');
    });`;
  return spawn(process.execPath, ['--input-type=module', '--eval', script, folder, name], { stdio: 'ignore' });
}

const notes = (name: string) =>
  readFileSync(join(folder, `notes-${name}`), 'utf8')
    .trim()
    .split('\n');

describe('the lock of the bootstrap commands', () => {
  it('is held by one process at a time', async () => {
    const workers = [1, 2, 3, 4].map(() => worker('four', 100));
    await Promise.all(workers.map((process) => once(process, 'exit')));
    expect(notes('four')).toEqual(['in', 'out', 'in', 'out', 'in', 'out', 'in', 'out']);
  });

  it('passes to the next process when its holder is killed', async () => {
    const holder = worker('killed', 60_000);
    await eventually(() => notes('killed').length === 1);
    const next = worker('killed', 0);
    holder.kill('SIGKILL');
    await once(next, 'exit');
    expect(notes('killed')).toEqual(['in', 'in', 'out']);
  });
});
