import { type Child, startNatsServer } from '#libs/embedded';
import { ensureTopology, NatsConfig, natsUsers, type NatsUser } from '#libs/messaging';
import { Logger } from '#libs/runtime';
import type { DataFolder } from './data-folder.js';
import { localSecrets } from './local-secrets.js';
import type { Launch } from './supervised-process.js';

/** A nats-server that chooses a port at its first start and keeps it at every later one. */
export interface EmbeddedNats {
  readonly launch: Launch;
  /** Each user's address; known after the first launch. */
  urls(): Readonly<Record<NatsUser, string>>;
}

/**
 * The folder's nats-server, with the users and permissions of the chart, so that what works here is permitted in a
 * cluster. Once it has started, its streams and consumers exist, even if its store was lost.
 */
export function embeddedNats(folder: DataFolder): EmbeddedNats {
  const passwords = localSecrets(folder).nats_passwords;
  let port: number | undefined;
  const urls = () => {
    const addresses = Object.entries(passwords).map(([user, password]) => [
      user,
      `nats://${user}:${password}@127.0.0.1:${port}`,
    ]);
    return Object.fromEntries(addresses) as Record<NatsUser, string>;
  };
  const launch = async (): Promise<Child> => {
    const server = await startNatsServer({
      directory: folder.file('nats'),
      logFile: folder.file('logs', 'nats-server.log'),
      port,
      configuration: { authorization: { users: natsUsers((user) => passwords[user]) } },
    });
    ({ port } = server);
    try {
      await Promise.race([makeStreams(urls().streams), failWhenEnded(server.child)]);
    } catch (error) {
      await server.stop();
      throw error;
    }
    return server.child;
  };
  return { launch, urls };
}

async function makeStreams(natsUrl: string): Promise<void> {
  await ensureTopology(Object.assign(new NatsConfig(), { natsUrl }), new Logger('streams', 'error'));
}

async function failWhenEnded(child: Child): Promise<never> {
  const { code, signal } = await child.exited;
  throw new Error(`nats-server ended (${signal ?? code}) before its streams were made`);
}
