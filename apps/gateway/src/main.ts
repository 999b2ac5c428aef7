import 'reflect-metadata';
import { createService, runMain, startService } from '#libs/runtime';
import { GatewayConfig } from './gateway.config.js';
import { GatewayModule } from './gateway.module.js';
import { prepareHttp } from './http/prepare-http.js';

runMain('gateway', async () => {
  const service = await createService('gateway', GatewayModule);
  prepareHttp(service.app);
  await startService(service);
  await service.app.listen(service.app.get(GatewayConfig).port);
  service.log.info('gateway.listening', { address: await service.app.getUrl() });
});
