import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { startNatsServer, type NatsOptions, type NatsServer } from '#libs/embedded';
import { currentTestRun } from './test-run.js';
import { temporaryFolder } from './temporary-folder.js';

/** A nats-server with JetStream of a spec's own; its address stays the same over every restart. */
export interface TestNats {
  readonly url: string;
  /** Ends it as an operator would. */
  stop(): Promise<void>;
  /** Ends it as a power failure would; what JetStream had stored stays. */
  kill9(): Promise<void>;
  /** Starts it again after {@link stop}, {@link kill9} or {@link wipeStore}; without them it is ended first. */
  restart(): Promise<void>;
  /** Ends it and deletes everything JetStream had stored. */
  wipeStore(): Promise<void>;
}

/** Starts a server in a temporary folder, configured as usual and by `configuration`; both go when the test run is over. */
export async function startNats(configuration?: object): Promise<TestNats> {
  const run = currentTestRun();
  const folder = temporaryFolder('nats');
  const options: NatsOptions = {
    directory: join(folder, 'store'),
    logFile: join(folder, 'nats.log'),
    configuration,
    lifetime: run.pid,
  };
  let server: NatsServer = await startNatsServer(options);
  const { url, port } = server;
  const kill9 = async (): Promise<void> => {
    server.child.signal('SIGKILL');
    await server.child.exited;
  };
  return {
    url,
    kill9,
    async stop() {
      await server.stop();
    },
    async restart() {
      await server.stop();
      server = await startNatsServer({ ...options, port });
    },
    async wipeStore() {
      await kill9();
      rmSync(options.directory, { recursive: true, force: true });
    },
  };
}
