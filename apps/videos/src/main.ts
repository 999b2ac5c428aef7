import 'reflect-metadata';
import { connectHandlers } from '#libs/messaging';
import { createService, runMain, startService } from '#libs/runtime';
import { VideosModule } from './videos.module.js';

runMain('videos', async () => {
  const service = await createService('videos', VideosModule);
  connectHandlers(service.app);
  await startService(service);
});
