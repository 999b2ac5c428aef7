import pg from 'pg';
import { startNats, startPostgres } from '#libs/testing';
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
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  const databaseUrl = await postgres.createOwner('webhooks');
  const webhooks = await startWebhooks({ databaseUrl, natsUrl: nats.url }, settings);
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  return {
    webhooks,
    client,
    async stop() {
      await client.end();
      await webhooks.stop();
      await Promise.all([postgres.stop(), nats.stop()]);
    },
  };
}
