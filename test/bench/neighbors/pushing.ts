import { fork } from 'node:child_process';
import { once } from 'node:events';
import { setPriority } from 'node:os';
import { fileURLToPath } from 'node:url';
import type { Answers, PushOrder } from './push-process.ts';

const FILE = fileURLToPath(new URL('./push-process.ts', import.meta.url));

/** Niceness of the process. Real callers run on other machines, so this one must not take the services' processor time. */
const NICENESS = 10;

/** An organization that is pushing. */
export interface Pushing {
  /** @returns the answers that it got */
  stop(): Promise<Answers>;
}

export function startPushing(order: PushOrder): Pushing {
  const pushing = fork(FILE, { execArgv: [], stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
  setPriority(pushing.pid!, NICENESS);
  pushing.send(order);
  const failed = once(pushing, 'exit').then(([code]) => Promise.reject(new Error(`It ended with ${String(code)}`)));
  failed.catch(() => undefined); // later it is no failure any more
  return {
    async stop() {
      pushing.send('stop');
      const [answers] = (await Promise.race([once(pushing, 'message'), failed])) as [Answers];
      return answers;
    },
  };
}
