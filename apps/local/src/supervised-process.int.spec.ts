import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { Child } from '#libs/embedded';
import { eventually, temporaryFolder } from '#libs/testing';
import { SupervisedProcess } from './supervised-process.js';

const logFile = join(temporaryFolder('supervised'), 'log');

function supervise(launch: () => Promise<Child>) {
  const running: Child[] = [];
  const pausesMs: number[] = [];
  const supervised = new SupervisedProcess('sleeper', launch, {
    onChange: (child) => child && running.push(child),
    onEnd: (_end, pauseMs) => pausesMs.push(pauseMs),
  });
  return { supervised, running, pausesMs };
}

const sleep = () => Child.start('sleep', ['300'], { logFile });

describe('a supervised process', () => {
  it('is started again a second after it was killed', async () => {
    const { supervised, running, pausesMs } = supervise(sleep);
    await supervised.start();
    running[0]!.signal('SIGKILL');
    await eventually(() => running.length === 2);
    expect(pausesMs).toEqual([1_000]);
    await supervised.stop('SIGTERM', 1_000);
    expect(running.map((child) => child.exit?.signal)).toEqual(['SIGKILL', 'SIGTERM']);
  });

  it('is tried again, later each time, while it cannot be started', async () => {
    let starts = 0;
    const { supervised, running, pausesMs } = supervise(() => {
      starts++;
      return starts === 2 ? Promise.reject(new Error('port taken')) : sleep();
    });
    await supervised.start();
    running[0]!.signal('SIGKILL');
    await eventually(() => running.length === 2);
    expect(pausesMs).toEqual([1_000, 2_000]);
    await supervised.stop('SIGTERM', 1_000);
  });

  it('stays ended when it is stopped while it waits to be started again', async () => {
    const { supervised, running, pausesMs } = supervise(sleep);
    await supervised.start();
    running[0]!.signal('SIGKILL');
    await eventually(() => pausesMs.length === 1);
    await supervised.stop('SIGTERM', 1_000);
    expect(running).toHaveLength(1);
  });
});
