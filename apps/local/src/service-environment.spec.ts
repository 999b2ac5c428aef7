import { describe, expect, it } from '@jest/globals';
import { OWNERS, serviceEnvironment, SERVICES, type Surroundings } from './service-environment.js';

const place: Surroundings = {
  port: 8080,
  natsUrls: {
    gateway: 'nats://gateway',
    videos: 'nats://videos',
    credits: 'nats://credits',
    renderer: 'nats://renderer',
    webhooks: 'nats://webhooks',
  },
  databaseUrls: {
    gateway: 'postgres://gateway',
    videos: 'postgres://videos',
    credits: 'postgres://credits',
    webhooks: 'postgres://webhooks',
  },
  storageUrl: 'file:///data%20folder/storage',
  workFolder: '/data folder/work',
  codeFolder: '/checkout/.cache/code',
  webhookSecretKey: 'key',
};

describe('the environment of a service', () => {
  it.each(SERVICES)('of %s names its own database and no other', (service) => {
    const { DATABASE_URL } = serviceEnvironment(service, place, 1, { DATABASE_URL: 'postgres://of-the-user' });
    const owns = (OWNERS as readonly string[]).includes(service);
    expect(DATABASE_URL).toBe(owns ? `postgres://${service}` : undefined);
  });

  it.each(SERVICES)('of %s names its own NATS user', (service) => {
    expect(serviceEnvironment(service, place, 1, { NATS_URL: 'x' }).NATS_URL).toBe(`nats://${service}`);
  });

  it('gives the port to the gateway alone', () => {
    const ports = SERVICES.map((service) => serviceEnvironment(service, place, 1, { PORT: '9999' }).PORT);
    expect(ports).toEqual(['8080', undefined, undefined, undefined, undefined]);
  });

  it('serves this machine alone unless the user says otherwise', () => {
    expect(serviceEnvironment('gateway', place, 1, {}).HOST).toBe('127.0.0.1');
    expect(serviceEnvironment('gateway', place, 1, { HOST: '0.0.0.0' }).HOST).toBe('0.0.0.0');
  });

  it('lets the user tune what the local default does not fix', () => {
    const tuned = serviceEnvironment('renderer', place, 1, { ENCODER: 'nvenc', ALLOW_PRIVATE_ADDRESSES: '' });
    expect(tuned).toMatchObject({ ENCODER: 'nvenc', ALLOW_PRIVATE_ADDRESSES: '' });
  });

  it('writes the storage folder as an address, whatever its name', () => {
    expect(serviceEnvironment('videos', place, 1, {}).STORAGE_URL).toBe('file:///data%20folder/storage');
  });
});
