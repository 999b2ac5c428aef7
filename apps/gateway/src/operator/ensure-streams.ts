import 'reflect-metadata';
import { ensureTopology, NatsConfig, NatsLink, Streams } from '#libs/messaging';
import { Health, loadConfig, Logger, runMain } from '#libs/runtime';

// The administrator's job where services may not make streams themselves. NATS_URL is that of a user who may.
runMain('streams', async () => {
  const log = new Logger('streams');
  const config = loadConfig(NatsConfig);
  const link = await NatsLink.open('streams', config, log, new Health());
  try {
    log.info('streams.ensured', { created: await ensureTopology(new Streams(link, config)) });
  } finally {
    await link.onApplicationShutdown();
  }
});
