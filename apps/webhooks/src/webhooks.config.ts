import { IsArray, IsInt, Matches, Max, Min } from 'class-validator';
import { Secret } from '#libs/runtime';

export class WebhooksConfig {
  /** 32 random bytes in base64; encrypts the signing secrets. */
  @Secret()
  @Matches(/^[A-Za-z0-9+/]{43}=$/, { message: 'webhookSecretKey must be 32 bytes in base64' })
  webhookSecretKey: string;

  /**
   * Keys that open signing secrets besides, in base64, comma-separated: the next one before it is used, the one before
   * until every secret is sealed anew.
   */
  @Secret()
  @IsArray()
  @Matches(/^[A-Za-z0-9+/]{43}=$/, { each: true, message: 'webhookOtherSecretKeys must be 32 bytes in base64 each' })
  webhookOtherSecretKeys: string[] = [];

  /** Webhooks of one organization, disabled ones included. */
  @IsInt()
  @Min(1)
  @Max(10_000)
  maxWebhooks = 20;

  /** POSTs in flight at once in this process. */
  @IsInt()
  @Min(4)
  @Max(1000)
  deliverySlots = 64;

  /** How long one attempt may take in all, ms; half a lease at most. */
  @IsInt()
  @Min(100)
  @Max(30_000)
  deliveryTimeoutMs = 15_000;

  /** How long attempts in flight may go on when the service stops; then they are cut off and handed back, ms. */
  @IsInt()
  @Min(0)
  @Max(30_000)
  deliveryGraceMs = 5_000;

  /** Days that ended deliveries and their attempts are kept; a delivery ends after 8 days at the latest. */
  @IsInt()
  @Min(8)
  @Max(365)
  deliveryRetentionDays = 30;

  /** The one that seals comes first. */
  get secretKeys(): [Buffer, ...Buffer[]] {
    const others = this.webhookOtherSecretKeys.map((key) => Buffer.from(key, 'base64'));
    return [Buffer.from(this.webhookSecretKey, 'base64'), ...others];
  }
}
