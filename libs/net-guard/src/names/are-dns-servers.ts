import { isIP, isIPv4, isIPv6 } from 'node:net';
import { buildMessage, ValidateBy } from 'class-validator';

/** A list of DNS servers, each an IP address, alone or with a port: `10.0.0.2`, `10.0.0.2:5353`, `[fd00::2]:5353`. */
export function AreDnsServers(): PropertyDecorator {
  return ValidateBy({
    name: 'areDnsServers',
    validator: {
      validate: (value: unknown) => Array.isArray(value) && value.every(isDnsServer),
      defaultMessage: buildMessage((each) => `${each}$property must be IP addresses, alone or with a port`),
    },
  });
}

function isDnsServer(entry: unknown): boolean {
  if (typeof entry !== 'string') return false;
  if (isIP(entry) !== 0) return true;
  const [, v6, v4, port] = /^(?:\[([^\]]{2,45})\]|([\d.]{7,15})):(\d{1,5})$/.exec(entry) ?? [];
  return (isIPv6(v6 ?? '') || isIPv4(v4 ?? '')) && Number(port) > 0 && Number(port) < 65_536;
}
