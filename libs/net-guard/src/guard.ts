import { errnoOf } from '#libs/errors';
import { createAddressPolicy } from './address-policy.js';
import type { UrlFault, UrlRules } from './check-url.js';
import { createUrlCheck } from './create-url-check.js';
import { fetchToFile, type FetchedFile, type FetchLimits } from './fetch-to-file.js';
import { type FetchRefusal, isRefusal } from './fetch-error.js';
import { createGuardedAgent } from './guarded-agent.js';
import { createNameResolver, type ResolveName } from './names/name-resolver.js';
import { post, type PostLimits, type PostResult } from './post.js';

export interface GuardOptions {
  /** CIDR blocks permitted in addition to public addresses; the local default has `127.0.0.0/8` and `::1`. */
  allow: readonly string[];
  /** Whether `http:` is permitted in addition to `https:`. */
  allowHttp: boolean;
  /** DNS servers to query, as `address` or `address:port`. Default: the machine's. */
  dnsServers?: readonly string[];
  /** Replaces DNS in tests. */
  resolve?: ResolveName;
  /** Called for every forbidden connection. */
  onRefusal?: (reason: FetchRefusal) => void;
}

/** The only access to URLs that a caller chose. A class, so that it can be injected by its name. */
export abstract class Guard {
  /** Checks a URL without connecting. Returns null if it has no fault. */
  abstract checkUrl(url: string): UrlFault | null;
  /** See `fetchToFile`. */
  abstract fetchToFile(url: string, path: string, limits: FetchLimits): Promise<FetchedFile>;
  /** See `post`. */
  abstract post(
    url: string,
    body: Uint8Array,
    headers: Record<string, string>,
    limits: PostLimits,
  ): Promise<PostResult>;
  /** Closes idle connections and aborts open ones. */
  abstract close(): Promise<void>;
}

/** @throws RangeError naming an entry of `allow` that is no CIDR block */
export function createGuard(options: GuardOptions): Guard {
  const rules: UrlRules = { policy: createAddressPolicy(options.allow), allowHttp: options.allowHttp };
  const resolve = options.resolve ?? createNameResolver({ servers: options.dnsServers });
  const door = { rules, agent: createGuardedAgent(rules.policy, resolve) };
  const note = (failure: string | undefined) => {
    if (isRefusal(failure)) options.onRefusal?.(failure);
  };
  return {
    checkUrl: createUrlCheck(options),
    async fetchToFile(url, path, limits) {
      try {
        return await fetchToFile({ url, path }, limits, door);
      } catch (error) {
        note(errnoOf(error));
        throw error;
      }
    },
    async post(url, body, headers, limits) {
      const result = await post({ url, body, headers }, limits, door);
      if (!result.answered) note(result.failure);
      return result;
    },
    close: () => door.agent.destroy(),
  };
}
