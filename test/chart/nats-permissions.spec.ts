import { expect, it } from '@jest/globals';
import { readFileSync } from 'node:fs';
import { natsPermissions, NATS_PERMISSIONS } from './nats-permissions.js';

it('gives the chart the permissions that the services need (npm run generate:chart writes them)', async () => {
  expect(readFileSync(NATS_PERMISSIONS, 'utf8')).toBe(await natsPermissions());
});
