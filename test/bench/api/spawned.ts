import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

/** Loader for programs that import the sources of the services: TypeScript with decorators. */
const LOADER = new URL('../../../libs/testing/src/typescript-loader.mjs', import.meta.url).href;

/** A server of ours in a process of its own, which reports its address when it is ready. */
export interface Spawned {
  origin: string;
  process: ChildProcess;
  stop(): Promise<void>;
}

/** @param file beside this one */
export async function spawnServer(file: string, environment: Readonly<Record<string, string>>): Promise<Spawned> {
  const server = fork(fileURLToPath(new URL(file, import.meta.url)), {
    execArgv: ['--import', LOADER],
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const failed = once(server, 'exit').then(([code]) => Promise.reject(new Error(`${file} ended with ${String(code)}`)));
  failed.catch(() => undefined); // later it is no failure any more
  const [origin] = (await Promise.race([once(server, 'message'), failed])) as [string];
  return {
    origin,
    process: server,
    async stop() {
      server.disconnect();
      await once(server, 'exit');
    },
  };
}
