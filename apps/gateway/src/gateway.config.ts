import { IsIP, Matches, ValidateBy } from 'class-validator';
import ipaddr from 'ipaddr.js';
import { IsIntegerFrom, IsIntegerIn } from '#libs/contracts';

/** The gateway's own configuration; database, NATS, storage and runtime have classes of their own. */
export class GatewayConfig {
  /** Address on which the API listens. */
  @IsIP()
  host = '0.0.0.0';

  /** Port of the API; 0 selects a free one. */
  @IsIntegerIn(0, 65_535)
  port = 8080;

  /** `{base_url}` of the API, with `/v1`, without a trailing slash. */
  @Matches(/^https?:\/\/[^\s]+[^/\s]$/, {
    message: 'publicBaseUrl must be an http(s) address without a trailing slash',
  })
  publicBaseUrl: string;

  /** Requests per minute of an organization without a limit of its own. */
  @IsIntegerFrom(1)
  rateLimitPerMinute = 100;

  /** Requests per minute of all sessions of a user; they do not count against the organization's. */
  @IsIntegerFrom(1)
  sessionRateLimitPerMinute = 600;

  /** Requests per minute of a preview token; they do not count against the organization's. */
  @IsIntegerFrom(1)
  previewRateLimitPerMinute = 600;

  /**
   * Addresses and networks (CIDR) of the proxies in front of the gateway. Only their `X-Forwarded-For` counts; without
   * any, a client's address is that of its connection.
   */
  @ValidateBy({
    name: 'isNetworkList',
    validator: {
      validate: (value: unknown) => Array.isArray(value) && value.every(isNetwork),
      defaultMessage: () => '$property must list IP addresses or networks such as 10.0.0.0/8, but not every address',
    },
  })
  trustedProxies: string[] = [];

  /** Origins whose web pages may call the API with a key of their own (CORS). */
  @Matches(/^https?:\/\/[^\s/]+$/, {
    each: true,
    message: 'each of corsOrigins must be an origin such as https://example.com',
  })
  corsOrigins: string[] = [];

  /** Concurrent connections of all clients. */
  @IsIntegerFrom(1)
  maxConnections = 10_000;

  /** Concurrent connections of one client address (IPv6: of its /64). Those of trusted proxies are not counted. */
  @IsIntegerFrom(1)
  maxConnectionsPerAddress = 1_000;

  /** Time without traffic after which a connection is closed, ms; longer than any response takes to begin. */
  @IsIntegerFrom(1_000)
  connectionIdleMs = 120_000;

  /** Concurrent event streams of one organization on one gateway. */
  @IsIntegerFrom(1)
  orgMaxStreams = 500;

  /** Pause between two reads of all streamed videos, ms. Updates are sent immediately in addition. */
  @IsIntegerFrom(100)
  streamReadMs = 15_000;

  /** Bytes of one uploaded file. */
  @IsIntegerFrom(1_000)
  mediaMaxFileBytes = 100_000_000;

  /** Uploaded files of an organization without a quota of its own. */
  @IsIntegerFrom(0)
  mediaMaxFiles = 10_000;

  /** Bytes of all uploaded files of an organization without a quota of its own. */
  @IsIntegerFrom(0)
  mediaMaxBytes = 10_000_000_000;

  /** Days that entries of the audit log are kept; 0: forever. */
  @IsIntegerIn(0, 36_500)
  auditRetentionDays = 365;

  /** Days that requests stay in the log of their organization; 0: no request is logged. */
  @IsIntegerIn(0, 365)
  requestLogDays = 7;

  /** Requests in the log of an organization; further ones replace the oldest. */
  @IsIntegerIn(1, 1_000_000)
  requestLogSize = 10_000;

  /** Time for which a stopping gateway continues to respond while its clients disconnect, ms. */
  @IsIntegerIn(0, 60_000)
  drainMs = 2_000;
}

function isNetwork(value: unknown): boolean {
  if (typeof value !== 'string') return false;
  // Trusting every address would let clients choose their own.
  return ipaddr.isValid(value) || (ipaddr.isValidCIDR(value) && ipaddr.parseCIDR(value)[1] > 0);
}
