import prettier from 'prettier';
import { natsUsers } from '#libs/messaging';

export const NATS_PERMISSIONS = new URL('../../helm/framewright/files/nats-permissions.json', import.meta.url);

/** The permissions of each service's NATS user, as the chart stores them. */
export function natsPermissions(): Promise<string> {
  const permissions = Object.fromEntries(natsUsers(() => '').map(({ user, permissions: own }) => [user, own]));
  return prettier.format(JSON.stringify(permissions, null, 2), { parser: 'json', printWidth: 120 });
}
