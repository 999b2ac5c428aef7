import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { eventually, temporaryFolder, TYPESCRIPT_ARGUMENTS } from '#libs/testing';
import { Child, isAlive } from './child-process.js';

const folder = temporaryFolder('child');
const logFile = join(folder, 'log');

/** A process that starts a child and then only waits. The child starts another process in its group. */
const PARENT = `
import { Child } from ${JSON.stringify(join(import.meta.dirname, 'child-process.ts'))};
const child = await Child.start('/bin/sh', ['-c', 'sleep 300 & sleep 300'], { logFile: ${JSON.stringify(logFile)} });
console.log(child.pid);
setInterval(() => undefined, 1000);
`;

describe('a child', () => {
  it('ends, with all it started, when its parent is killed by SIGKILL', async () => {
    const parent = spawn(process.execPath, [...TYPESCRIPT_ARGUMENTS, '--input-type=module', '--eval', PARENT], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [line] = (await once(parent.stdout, 'data')) as [Buffer];
    const pid = Number(line.toString());
    expect(isAlive(-pid)).toBe(true);
    parent.kill('SIGKILL');
    await eventually(() => !isAlive(-pid));
  });

  it('ends when the process whose lifetime it was given is gone', async () => {
    const other = spawn('sleep', ['300']);
    const child = await Child.start('sleep', ['300'], { logFile, lifetime: other.pid });
    other.kill('SIGKILL');
    expect(await child.exited).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('is killed when it does not end within its grace period', async () => {
    const child = await Child.start('/bin/sh', ['-c', 'trap "" TERM; while :; do sleep 0.1; done'], { logFile });
    expect(await child.stop('SIGTERM', 200)).toEqual({ code: null, signal: 'SIGKILL' });
  });

  it('that cannot be executed rejects the start', async () => {
    await expect(Child.start('/no/such/program', [], { logFile })).rejects.toThrow('ENOENT');
  });
});
