import ipaddr from 'ipaddr.js';

/** Bits of the IPv6 prefix that a customer is given (RFC 6177). */
const IPV6_PREFIX_BITS = 64;

/** An address as proxies write it: some add the port of the connection. */
const ADDRESS = /^(?:\[([^[\]]{1,64})\](?::\d{1,5})?|([\d.]{7,15}):\d{1,5}|([^[\]]{1,64}))$/;

/**
 * The name under which requests of one client are counted: an IPv4 address, or the /64 network of an IPv6 address, because
 * a client with one IPv6 address usually has 2^64 of them. The port is not part of it.
 *
 * @param address of the connection, or as a trusted proxy reports it; values that are no address share one name
 */
export function clientOf(address: string): string {
  const [, bracketed, beforePort, bare] = ADDRESS.exec(address) ?? [];
  const text = bracketed ?? beforePort ?? bare ?? '';
  if (!ipaddr.isValid(text)) return 'unknown';
  const parsed = ipaddr.process(text);
  if (parsed.kind() === 'ipv4') return parsed.toString();
  return parsed
    .toByteArray()
    .slice(0, IPV6_PREFIX_BITS / 8)
    .join('.');
}
