import type { LookupAddress, RecordWithTtl } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { errnoOf } from '#libs/errors';
import { HostsFile } from './hosts-file.js';
import { fullNamesOf, readSearchList } from './search-list.js';

/** Resolves a name to all of its addresses. Rejects with an error whose `code` states why there are none. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export interface NameResolverOptions {
  /** DNS servers as `address` or `address:port`. Default: those of `resolvConf`. */
  servers?: readonly string[] | undefined;
  hostsFile?: string;
  resolvConf?: string;
}

/** A cached result, valid for `ttlMs`: the addresses, or the code of the failure. */
interface Answer {
  addresses: LookupAddress[];
  failure: string | null;
  ttlMs: number;
}

/** Timeout of one name over all servers, tries and search domains. */
const LIMIT_MS = 4_000;
/** Timeout before the next try or the next server; doubles with the second try. */
const TRY_MS = 1_000;
const TRIES = 2;
/**
 * Time to wait for the other family's addresses once one family's are known, ms (some servers never respond to AAAA).
 */
const OTHER_FAMILY_MS = 300;

const MAX_NAMES = 10_000;
/**
 * Bounds of the time for which an address is cached, ms. Within them its TTL counts, so a receiver that moves is found
 * again soon.
 */
const KNOWN_MS = { least: 1_000, most: 30_000 };
/**
 * Times for which a failure is cached, ms. A name without addresses is cheap to query again; one whose server is silent
 * takes the whole timeout.
 */
const UNKNOWN_MS = 2_000;
const SILENT_MS = 10_000;

/** The server replied that the name, or an address of it, does not exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves names that callers chose without `getaddrinfo`: that blocks a thread while a server is silent, and libuv
 * runs two at once, so two silent names of one caller would delay the names of all others. Here a query is a socket and
 * a timer, each name has a timeout, and results are cached for seconds.
 *
 * Uses the hosts file, then DNS with the search domains of resolv.conf, as in a container; not the other sources of
 * nsswitch.conf (mDNS, LDAP). Does not check addresses: the guard does at every connection.
 */
export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const { servers = [], hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf' } = options;
  const hosts = new HostsFile(hostsFile);
  const answers = new LRUCache<string, Answer>({
    max: MAX_NAMES,
    ttl: UNKNOWN_MS,
    ignoreFetchAbort: true, // a caller whose entry was evicted still gets its result
    // Concurrent calls for one name share one query.
    fetchMethod: async (hostname, _stale, { options: entry }) => {
      const answer = await ask(fullNamesOf(hostname, readSearchList(resolvConf)), servers);
      entry.ttl = answer.ttlMs;
      return answer;
    },
  });
  return async (hostname) => {
    const name = hostname.toLowerCase();
    const bare = name.replace(/\.$/, '');
    const own = hosts.addressesOf(bare);
    if (own) return own;
    // RFC 6761 §6.3: these names always resolve to this machine, without a query.
    if (/(^|\.)localhost$/.test(bare)) return [...LOOPBACK];
    const { addresses, failure } = (await answers.fetch(name))!;
    if (failure !== null) throw Object.assign(new Error(`${hostname} was not resolved`), { code: failure });
    return addresses;
  };
}

/**
 * Queries one name after another until one has addresses. Each call has its own resolver, so that it does not share the
 * failures of others.
 */
async function ask(fullNames: readonly string[], servers: readonly string[]): Promise<Answer> {
  const resolver = new Resolver({ timeout: TRY_MS, tries: TRIES });
  if (servers.length > 0) resolver.setServers(servers);
  const limit = setTimeout(() => resolver.cancel(), LIMIT_MS);
  try {
    let answer = absent('ENOTFOUND');
    for (const fullName of fullNames) {
      answer = await askBothFamilies(resolver, fullName);
      if (answer.failure === null || !ABSENT.has(answer.failure)) break;
    }
    return answer;
  } finally {
    clearTimeout(limit);
    resolver.cancel();
  }
}

async function askBothFamilies(resolver: Resolver, name: string): Promise<Answer> {
  const found = new Map<4 | 6, RecordWithTtl[]>();
  const note = (family: 4 | 6) => (records: RecordWithTtl[]) => {
    // A CNAME without addresses is a response without records.
    if (records.length === 0) throw Object.assign(new Error(`${name} has no address`), { code: 'ENODATA' });
    found.set(family, records);
  };
  const asked = [
    resolver.resolve4(name, { ttl: true }).then(note(4)),
    resolver.resolve6(name, { ttl: true }).then(note(6)),
  ];
  try {
    await Promise.any(asked);
  } catch (error) {
    if (!(error instanceof AggregateError)) throw error;
    return absent(failureOf(error.errors));
  }
  await Promise.race([Promise.allSettled(asked), delay(OTHER_FAMILY_MS, undefined, { ref: false })]);
  const familyOf = (family: 4 | 6) => (found.get(family) ?? []).map(({ address }) => ({ address, family }));
  const ttlMs = Math.min(...[...found.values()].flat().map(({ ttl }) => ttl * 1000));
  const { least, most } = KNOWN_MS;
  return {
    addresses: [...familyOf(4), ...familyOf(6)],
    failure: null,
    ttlMs: Math.min(Math.max(ttlMs, least), most),
  };
}

function absent(failure: string): Answer {
  return { addresses: [], failure, ttlMs: failure === 'ETIMEOUT' ? SILENT_MS : UNKNOWN_MS };
}

/** The code of a failure. A name is missing if neither family exists; otherwise the temporary failure counts. */
function failureOf(errors: readonly unknown[]): string {
  const codes = errors
    .map((error) => errnoOf(error) ?? 'EAI_FAIL')
    .map((code) => (code === 'ECANCELLED' ? 'ETIMEOUT' : code));
  return codes.find((code) => !ABSENT.has(code)) ?? codes[0]!;
}
