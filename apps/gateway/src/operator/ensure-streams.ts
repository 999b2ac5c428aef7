import 'reflect-metadata';
import { ensureTopology, NatsConfig } from '#libs/messaging';
import { loadConfig, Logger, runMain } from '#libs/runtime';

// The administrator's job where services may not make streams themselves. NATS_URL is that of a user who may.
runMain('streams', async () => {
  const log = new Logger('streams');
  log.info('streams.ensured', { created: await ensureTopology(loadConfig(NatsConfig), log) });
});
