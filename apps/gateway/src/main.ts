import 'reflect-metadata';
import { runMain, startService } from '#libs/runtime';
import { createGateway } from './create-gateway.js';
import { GatewayConfig } from './gateway.config.js';

runMain('gateway', async () => {
  const service = await createGateway();
  await startService(service);
  const { port, host } = service.app.get(GatewayConfig);
  await service.app.listen(port, host);
  service.log.info('gateway.listening', { address: await service.app.getUrl() });
});
