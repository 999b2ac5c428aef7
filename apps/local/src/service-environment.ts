/** The five services, as their folders below `apps` are called. */
export const SERVICES = ['gateway', 'videos', 'credits', 'renderer', 'webhooks'] as const;
export type ServiceName = (typeof SERVICES)[number];

/** Services that own tables, each in a schema of its own name. */
export const OWNERS = ['gateway', 'videos', 'credits', 'webhooks'] as const satisfies readonly ServiceName[];
export type OwnerName = (typeof OWNERS)[number];

/** Addresses and folders of one local system. */
export interface Surroundings {
  readonly port: number;
  readonly natsUrls: Readonly<Record<ServiceName, string>>;
  readonly databaseUrls: Readonly<Record<OwnerName, string>>;
  /** Location of finished files, as STORAGE_URL. */
  readonly storageUrl: string;
  readonly workFolder: string;
  /** The folder of compiled code, which the next start reads. */
  readonly codeFolder: string;
  /** 32 bytes, base64. */
  readonly webhookSecretKey: string;
}

/** The API's base address as callers see it. */
export function baseUrl(port: number): string {
  return `http://127.0.0.1:${port}/v1`;
}

/** URL at which the gateway serves finished files. */
export function assetsUrl(port: number): string {
  return `http://127.0.0.1:${port}/assets`;
}

/**
 * A service's environment: the tuning in `inherited`, overridden by the values that the local default fixes. Loopback
 * addresses and plain http are permitted, because receivers and pictures of a first try are on the same machine.
 */
export function serviceEnvironment(
  service: ServiceName,
  place: Surroundings,
  healthPort: number | undefined,
  inherited: NodeJS.ProcessEnv,
): NodeJS.ProcessEnv {
  const databaseUrls: Partial<Record<ServiceName, string>> = place.databaseUrls;
  return {
    ALLOW_PRIVATE_ADDRESSES: '127.0.0.0/8,::1/128',
    ALLOW_HTTP_TARGETS: 'true',
    ENCODER: 'auto',
    NODE_COMPILE_CACHE: place.codeFolder,
    HOST: '127.0.0.1',
    // Ctrl-C ends the system soon: unfinished videos continue from the queue at the next start.
    STOP_GRACE_MS: '2000',
    ...inherited,
    NATS_URL: place.natsUrls[service],
    MANAGE_STREAMS: 'false',
    DATABASE_URL: databaseUrls[service],
    MIGRATE_ON_START: 'true',
    STORAGE_URL: place.storageUrl,
    WORK_DIR: place.workFolder,
    PUBLIC_BASE_URL: baseUrl(place.port),
    ASSETS_URL: assetsUrl(place.port),
    WEBHOOK_SECRET_KEY: place.webhookSecretKey,
    PORT: service === 'gateway' ? String(place.port) : undefined,
    HEALTH_PORT: healthPort === undefined ? undefined : String(healthPort),
    HEALTH_HOST: '127.0.0.1',
  };
}
