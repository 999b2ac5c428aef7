import 'reflect-metadata';
import { connectHandlers } from '#libs/messaging';
import { createService, runMain, startService } from '#libs/runtime';
import { GatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { prepareHttp } from './http/prepare-http.js';

runMain('gateway', async () => {
  const service = await createService('gateway', GatewayModule);
  connectHandlers(service.app);
  prepareHttp(service.app);
  await startService(service);
  const { port, host } = service.app.get(GatewayConfig);
  await service.app.listen(port, host);
  service.log.info('gateway.listening', { address: await service.app.getUrl() });
});
