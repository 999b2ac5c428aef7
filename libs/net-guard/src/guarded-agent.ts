import type { LookupAddress, LookupOptions } from 'node:dns';
import { isIP, type LookupFunction } from 'node:net';
import { Agent, buildConnector } from 'undici';
import type { AddressPolicy } from './address-policy.js';
import { AddressRefusedError } from './fetch-error.js';
import type { ResolveName } from './names/name-resolver.js';

/** Time limit of a connection, ms, the resolution of the name included. */
const CONNECT_TIMEOUT_MS = 5_000;
const MAX_HEADER_BYTES = 16_384;
const KEEP_ALIVE_MS = 4_000;

/**
 * Creates an undici agent that connects to permitted addresses only.
 *
 * undici's `connect.lookup` is not called for IP literals. So literals are checked before connecting, and names inside
 * the lookup whose result the socket uses: nothing is resolved twice, so a result that changes in between has no
 * effect. One forbidden address refuses all addresses of a name. Cached addresses are checked like new ones.
 */
export function createGuardedAgent(policy: AddressPolicy, resolve: ResolveName): Agent {
  const connect = buildConnector({
    timeout: CONNECT_TIMEOUT_MS,
    allowH2: false,
    lookup: guardLookup(policy, resolve),
  });
  return new Agent({
    connect: (options, callback) => {
      if (isIP(options.hostname) !== 0 && !policy.isAllowed(options.hostname)) {
        callback(new AddressRefusedError(options.hostname, [options.hostname]), null);
      } else connect(options, callback);
    },
    maxHeaderSize: MAX_HEADER_BYTES,
    keepAliveTimeout: KEEP_ALIVE_MS,
    keepAliveMaxTimeout: KEEP_ALIVE_MS,
    pipelining: 1,
  });
}

function guardLookup(policy: AddressPolicy, resolve: ResolveName): LookupFunction {
  return (hostname, options, callback) => {
    resolve(hostname)
      .then((found) => choose(hostname, found, policy, options))
      .then(
        (chosen) => {
          if (options.all) callback(null, chosen);
          else callback(null, chosen[0]!.address, chosen[0]!.family);
        },
        (error: unknown) => callback(error as NodeJS.ErrnoException, []),
      );
  };
}

function choose(hostname: string, found: LookupAddress[], policy: AddressPolicy, options: LookupOptions) {
  const addresses = found.map((entry) => entry.address);
  if (!addresses.every((address) => policy.isAllowed(address))) throw new AddressRefusedError(hostname, addresses);
  const wanted = found.filter((entry) => !options.family || entry.family === options.family);
  if (wanted.length === 0) throw Object.assign(new Error(`${hostname} has no address`), { code: 'ENOTFOUND' });
  return wanted;
}
