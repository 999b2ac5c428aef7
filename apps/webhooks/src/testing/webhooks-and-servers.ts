import pg from 'pg';
import { startServers } from '#libs/testing';
import { type RunningWebhooks, startWebhooks } from './running-webhooks.js';

/** The service with its own PostgreSQL and NATS. */
interface WebhooksAndServers {
  webhooks: RunningWebhooks;
  /** A second connection to the service's database. */
  client: pg.Client;
  stop(): Promise<void>;
}

/** @param settings variables of the service's environment, in place of those of specs */
export async function startWebhooksAndServers(settings?: Record<string, string>): Promise<WebhooksAndServers> {
  const servers = await startServers('webhooks');
  const webhooks = await startWebhooks(servers, settings);
  const client = new pg.Client({ connectionString: servers.databaseUrl });
  await client.connect();
  return {
    webhooks,
    client,
    async stop() {
      await client.end();
      await webhooks.stop();
      await servers.stop();
    },
  };
}
