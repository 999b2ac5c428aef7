import type { LookupAddress, RecordWithTtl } from 'node:dns';
import { Resolver } from 'node:dns/promises';
import { setTimeout as delay } from 'node:timers/promises';
import { LRUCache } from 'lru-cache';
import { HostsFile } from './hosts-file.js';
import { fullNamesOf, readSearchList } from './search-list.js';

/** Finds every address of a name. Rejects with an error whose `code` says why there is none. */
export type ResolveName = (hostname: string) => Promise<LookupAddress[]>;

export interface NameResolverOptions {
  /** DNS servers as `address` or `address:port`; those of `resolvConf` when there are none. */
  servers?: readonly string[] | undefined;
  hostsFile?: string;
  resolvConf?: string;
}

/** What is known of a name for `ttlMs`: its addresses, or the code of why it has none. */
interface Answer {
  addresses: LookupAddress[];
  failure: string | null;
  ttlMs: number;
}

/** For one name in all: every server, every try, every search domain. */
const LIMIT_MS = 4_000;
/** Before a server is asked again, or the next one; doubles with the second try. */
const TRY_MS = 1_000;
const TRIES = 2;
/** How long the other family's addresses are waited for when one family's are known (some servers never answer AAAA). */
const OTHER_FAMILY_MS = 300;

const MAX_NAMES = 10_000;
/** An address is believed for its TTL, within these bounds: a receiver that moves is found again soon. */
const KNOWN_MS = { least: 1_000, most: 30_000 };
/** A name without address costs little to ask for again; one whose server is silent costs the whole limit. */
const UNKNOWN_MS = 2_000;
const SILENT_MS = 10_000;

/** The server said that the name, or an address of it, does not exist. */
const ABSENT = new Set(['ENOTFOUND', 'ENODATA']);
const LOOPBACK: readonly LookupAddress[] = [
  { address: '127.0.0.1', family: 4 },
  { address: '::1', family: 6 },
];

/**
 * Resolves names that callers chose without `getaddrinfo`: that takes a thread for as long as a server is silent, and two
 * silent names of one caller would make the names of all others wait (libuv runs two at once). Here a question is a socket
 * and a timer, each name has a limit of time, and what is known is kept for seconds.
 *
 * Read are the hosts file, then DNS with the search domains of resolv.conf, as in a container; other sources of
 * nsswitch.conf (mDNS, LDAP) are not. Addresses are not judged here: the guard does that at every connection.
 */
export function createNameResolver(options: NameResolverOptions = {}): ResolveName {
  const { servers = [], hostsFile = '/etc/hosts', resolvConf = '/etc/resolv.conf' } = options;
  const hosts = new HostsFile(hostsFile);
  const answers = new LRUCache<string, Answer>({
    max: MAX_NAMES,
    ttl: UNKNOWN_MS,
    ignoreFetchAbort: true, // who asked for a name that had to make room still gets its answer
    // Questions for one name at the same time are one question.
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
    // RFC 6761 §6.3: these names always mean this machine, and no server is asked.
    if (/(^|\.)localhost$/.test(bare)) return [...LOOPBACK];
    const { addresses, failure } = (await answers.fetch(name))!;
    if (failure !== null) throw Object.assign(new Error(`${hostname} was not resolved`), { code: failure });
    return addresses;
  };
}

/** Asks for one name after the other until one has addresses; a resolver of its own, so that no other's trouble is known to it. */
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
    // An alias that leads to nothing is an answer without records.
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
    return absent(failureOf((error as AggregateError).errors as NodeJS.ErrnoException[]));
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

/** A name is absent when neither family is there; otherwise the trouble counts that may pass. */
function failureOf(errors: readonly NodeJS.ErrnoException[]): string {
  const codes = errors.map(({ code = 'EAI_FAIL' }) => (code === 'ECANCELLED' ? 'ETIMEOUT' : code));
  return codes.find((code) => !ABSENT.has(code)) ?? codes[0]!;
}
