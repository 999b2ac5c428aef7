import 'reflect-metadata';
import { connectHandlers } from '#libs/messaging';
import { createService, runMain, startService } from '#libs/runtime';
import { WebhooksModule } from './webhooks.module.js';

runMain('webhooks', async () => {
  const service = await createService('webhooks', WebhooksModule);
  connectHandlers(service.app);
  await startService(service);
});
