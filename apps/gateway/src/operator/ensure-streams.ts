import 'reflect-metadata';
import { ensureTopology, NatsConfig } from '#libs/messaging';
import { loadConfig, Logger, runMain } from '#libs/runtime';

// Creates the streams where services lack the permission. NATS_URL names a user with it.
runMain('streams', async () => {
  const log = new Logger('streams');
  log.info('streams.ensured', { created: await ensureTopology(loadConfig(NatsConfig), log) });
});
