import 'reflect-metadata';
import { connectHandlers } from '#libs/messaging';
import { createService, runMain, startService } from '#libs/runtime';
import { CreditsModule } from './credits.module.js';

runMain('credits', async () => {
  const service = await createService('credits', CreditsModule);
  connectHandlers(service.app);
  await startService(service);
});
