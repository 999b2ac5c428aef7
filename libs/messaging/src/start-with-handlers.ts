import type { DynamicModule, Type } from '@nestjs/common';
import { createService, type Service, startService } from '#libs/runtime';
import { connectHandlers } from './messaging.module.js';

/** Starts a service with its handlers connected to NATS. @throws Error as {@link connectHandlers} */
export async function startWithHandlers(name: string, module: Type | DynamicModule): Promise<Service> {
  const service = await createService(name, module);
  connectHandlers(service.app);
  await startService(service);
  return service;
}
