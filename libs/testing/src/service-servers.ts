import { startNats, type TestNats } from './nats.js';
import { startPostgres } from './postgres.js';

/** PostgreSQL and NATS of one service under test. */
export interface ServiceServers {
  /** URL of the service's own schema. */
  readonly databaseUrl: string;
  readonly natsUrl: string;
  readonly nats: TestNats;
  stop(): Promise<void>;
}

/** Starts PostgreSQL and NATS for the service `owner`. */
export async function startServers(owner: string): Promise<ServiceServers> {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  return {
    databaseUrl: await postgres.createOwner(owner),
    natsUrl: nats.url,
    nats,
    async stop() {
      await nats.stop();
      await postgres.stop();
    },
  };
}
