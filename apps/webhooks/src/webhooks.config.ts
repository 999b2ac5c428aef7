import { IsArray, IsBoolean, Matches } from 'class-validator';
import { IsIntegerIn } from '#libs/contracts';
import { AreDnsServers } from '#libs/net-guard';
import { Secret } from '#libs/runtime';

export class WebhooksConfig {
  /** 32 random bytes in base64; encrypts the signing secrets. */
  @Secret()
  @Matches(/^[A-Za-z0-9+/]{43}=$/, { message: 'webhookSecretKey must be 32 bytes in base64' })
  webhookSecretKey: string;

  /**
   * Further keys that open signing secrets, in base64, comma-separated: the next key before it is used, the previous one until
   * every secret is sealed with the current key.
   */
  @Secret()
  @IsArray()
  @Matches(/^[A-Za-z0-9+/]{43}=$/, { each: true, message: 'webhookOtherSecretKeys must be 32 bytes in base64 each' })
  webhookOtherSecretKeys: string[] = [];

  /** Webhooks of one organization, disabled ones included. */
  @IsIntegerIn(1, 10_000)
  maxWebhooks = 20;

  /** CIDR blocks to which webhooks may go in addition to public addresses, comma-separated. */
  @IsArray()
  allowPrivateAddresses: string[] = [];

  /**
   * DNS servers that resolve callers' names, as `address` or `address:port`, comma-separated. Default: the machine's.
   */
  @AreDnsServers()
  dnsServers: string[] = [];

  /** Permit `http:` in addition to `https:`. */
  @IsBoolean()
  allowHttpTargets = false;

  /** POSTs in flight at once in this process. */
  @IsIntegerIn(4, 1000)
  deliverySlots = 64;

  /** Time limit of one attempt in all, ms; half a lease at most. */
  @IsIntegerIn(100, 30_000)
  deliveryTimeoutMs = 15_000;

  /**
   * Time for which attempts in flight may continue when the service stops, ms; then they are aborted and handed back.
   */
  @IsIntegerIn(0, 30_000)
  deliveryGraceMs = 5_000;

  /** Days that ended deliveries and their attempts are kept; a delivery ends after 8 days at the latest. */
  @IsIntegerIn(8, 365)
  deliveryRetentionDays = 30;

  /** All keys; the first one seals. */
  get secretKeys(): [Buffer, ...Buffer[]] {
    const others = this.webhookOtherSecretKeys.map((key) => Buffer.from(key, 'base64'));
    return [Buffer.from(this.webhookSecretKey, 'base64'), ...others];
  }
}
