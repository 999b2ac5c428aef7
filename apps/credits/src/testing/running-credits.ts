import { startWithHandlers } from '#libs/messaging';
import type { Service } from '#libs/runtime';
import type { ServiceServers } from '#libs/testing';
import { CreditsModule } from '../credits.module.js';

/** Starts the service on servers of a spec. */
export function startCredits(servers: Pick<ServiceServers, 'databaseUrl' | 'natsUrl'>): Promise<Service> {
  Object.assign(process.env, {
    DATABASE_URL: servers.databaseUrl,
    MIGRATE_ON_START: 'true',
    NATS_URL: servers.natsUrl,
    LOG_LEVEL: 'error',
  });
  return startWithHandlers('credits', CreditsModule);
}
