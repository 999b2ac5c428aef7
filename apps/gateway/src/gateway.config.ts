import { IsInt, IsIP, Matches, Max, Min, ValidateBy } from 'class-validator';
import ipaddr from 'ipaddr.js';

/** What the gateway reads from the environment besides database, NATS, storage and the runtime's own. */
export class GatewayConfig {
  /** Address of this machine on which the HTTP interface is served; every one by default. */
  @IsIP()
  host = '0.0.0.0';

  /** Port of the HTTP interface; 0 takes any free one. */
  @IsInt()
  @Min(0)
  @Max(65_535)
  port = 8080;

  /** `{base_url}` of the API, with `/v1`, without a trailing slash. */
  @Matches(/^https?:\/\/[^\s]+[^/\s]$/, {
    message: 'publicBaseUrl must be an http(s) address without a trailing slash',
  })
  publicBaseUrl: string;

  /** Requests a minute for an organization without a number of its own. */
  @IsInt()
  @Min(1)
  rateLimitPerMinute = 100;

  /**
   * Addresses and networks (CIDR) of the proxies in front of the gateway. Only from them `X-Forwarded-For` is believed;
   * without any, a client's address is its connection's.
   */
  @ValidateBy({
    name: 'isNetworkList',
    validator: {
      validate: (value: unknown) => Array.isArray(value) && value.every(isNetwork),
      defaultMessage: () => '$property must list IP addresses or networks such as 10.0.0.0/8, but not every address',
    },
  })
  trustedProxies: string[] = [];

  /** Origins whose web pages may call the API with a key of their own (CORS); none by default. */
  @Matches(/^https?:\/\/[^\s/]+$/, {
    each: true,
    message: 'each of corsOrigins must be an origin such as https://example.com',
  })
  corsOrigins: string[] = [];

  /** Connections at once, of all clients together. */
  @IsInt()
  @Min(1)
  maxConnections = 10_000;

  /** Connections at once of one client address, IPv6 by its /64; those of trusted proxies are not counted. */
  @IsInt()
  @Min(1)
  maxConnectionsPerAddress = 1_000;

  /** After how long without a byte in either direction a connection is ended, ms; longer than any answer takes to begin. */
  @IsInt()
  @Min(1_000)
  connectionIdleMs = 120_000;

  /** Event streams of one organization that a gateway keeps open at once. */
  @IsInt()
  @Min(1)
  orgMaxStreams = 500;

  /** Pause between two reads of all videos whose event streams are open, ms: what changes is told at once besides. */
  @IsInt()
  @Min(100)
  streamReadMs = 15_000;

  /** How long a stopping gateway goes on answering while its clients leave, ms; over at once when none is connected. */
  @IsInt()
  @Min(0)
  @Max(60_000)
  drainMs = 2_000;
}

function isNetwork(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  // Who trusts every address lets callers choose theirs.
  return ipaddr.isValid(value) || (ipaddr.isValidCIDR(value) && ipaddr.parseCIDR(value)[1] > 0);
}
