import { expect, it } from '@jest/globals';
import { readFileSync, writeFileSync } from 'node:fs';
import { natsUsers } from '#libs/messaging';

const FILE = new URL('../../helm/framewright/files/nats-permissions.json', import.meta.url);

it('gives the chart the permissions that the services need (UPDATE_CHART=1 writes them)', () => {
  const permissions = Object.fromEntries(natsUsers(() => '').map(({ user, permissions: own }) => [user, own]));
  if (process.env['UPDATE_CHART'] === '1') writeFileSync(FILE, `${JSON.stringify(permissions, null, 2)}\n`);
  expect(JSON.parse(readFileSync(FILE, 'utf8'))).toEqual(permissions);
});
