import pg from 'pg';
import { startNats, startPostgres } from '#libs/testing';
import { type RunningWebhooks, startWebhooks } from './running-webhooks.js';

/** The service on a PostgreSQL and a NATS of its own. */
export interface WebhooksAndServers {
  webhooks: RunningWebhooks;
  /** Connected to the service's database, beside the service. */
  client: pg.Client;
  stop(): Promise<void>;
}

export async function startWebhooksAndServers(): Promise<WebhooksAndServers> {
  const [postgres, nats] = await Promise.all([startPostgres(), startNats()]);
  const databaseUrl = await postgres.createOwner('webhooks');
  const webhooks = await startWebhooks({ databaseUrl, natsUrl: nats.url });
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
