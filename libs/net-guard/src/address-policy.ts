import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = [Address, number];

/** The only IPv6 range allocated for the public internet (RFC 4291 §2.4, IANA registry). */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** A public address that is a service of the local network: Azure's WireServer. */
const HIDDEN_SERVICES: readonly Block[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** Decides to which addresses the service may connect. */
export interface AddressPolicy {
  /** Whether the service may connect to an IP literal; false for any other text. */
  isAllowed(literal: string): boolean;
}

/**
 * Creates the policy: it allows ordinary public unicast addresses and the operator's CIDR blocks.
 *
 * Special addresses (private, loopback, link-local, carrier-grade NAT, documentation, multicast, tunneled IPv4 …) are
 * not on the list and so refused.
 *
 * @param allow CIDR blocks permitted in addition, such as `127.0.0.0/8`; a single address permits only itself
 * @throws RangeError naming an entry that is neither
 */
export function createAddressPolicy(allow: readonly string[]): AddressPolicy {
  const blocks = allow.map(parseBlock);
  return {
    isAllowed(literal) {
      const address = parse(literal);
      if (address === null) return false;
      return blocks.some((block) => contains(block, address)) || isPublic(address);
    },
  };
}

function isPublic(address: Address): boolean {
  if (address.range() !== 'unicast') return false;
  if (address.kind() === 'ipv6' && !contains(GLOBAL_UNICAST_V6, address)) return false;
  return !HIDDEN_SERVICES.some((block) => contains(block, address));
}

function parse(literal: string): Address | null {
  // `process` reads an IPv4-mapped IPv6 address as the IPv4 address that the kernel would connect to.
  return ipaddr.IPv4.isValidFourPartDecimal(literal) || ipaddr.IPv6.isValid(literal) ? ipaddr.process(literal) : null;
}

function parseBlock(entry: string): Block {
  try {
    if (entry.includes('/')) return ipaddr.parseCIDR(entry);
    const address = ipaddr.process(entry);
    return [address, address.kind() === 'ipv4' ? 32 : 128];
  } catch {
    throw new RangeError(`Not an address or CIDR block: ${JSON.stringify(entry)}`);
  }
}

function contains([base, bits]: Block, address: Address): boolean {
  return base.kind() === address.kind() && address.match(base, bits);
}
