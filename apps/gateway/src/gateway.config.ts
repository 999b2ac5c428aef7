import { IsInt, Matches, Max, Min } from 'class-validator';

/** What the gateway reads from the environment besides database, NATS, storage and the runtime's own. */
export class GatewayConfig {
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

  /** How long a stopping gateway goes on answering while its clients leave, ms; over at once when none is connected. */
  @IsInt()
  @Min(0)
  @Max(60_000)
  drainMs = 2_000;
}
