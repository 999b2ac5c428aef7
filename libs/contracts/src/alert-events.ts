import { IsIn, IsISO8601, IsObject, IsUUID } from 'class-validator';
import { MAX_ALERT_JSON } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { ALERT_EVENTS, type AlertEventType, LifecycleEvent } from './lifecycle.js';
import { durable } from './message.js';

/** The fall of a balance below the threshold that its organization has set. Times are ISO 8601 in UTC with milliseconds. */
export class LowBalance {
  /** Identifies the alert. */
  @IsUUID()
  id: string;

  /** The threshold, in credits. */
  @IsIntegerFrom(1)
  below: number;

  /** Credits that could be spent when the balance fell. */
  @IsIntegerFrom(0)
  available: number;

  /** Credits that were held at that time for videos that were PROCESSING. */
  @IsIntegerFrom(0)
  held: number;

  /** When the balance fell. */
  @IsISO8601()
  created_at: string;
}

/** An alert of an organization, published once. */
export class AlertEvent extends LifecycleEvent {
  @IsIn(ALERT_EVENTS)
  type: AlertEventType;

  /** The balance as it was at that instant. */
  @IsObject()
  @HasMaxJson(MAX_ALERT_JSON)
  alert: LowBalance;
}

/**
 * The message that an organization is to be alerted. It is in the stream of videos, which its consumer reads already. Its
 * subject has three tokens, so that consumers of `video.*` do not take it for an event of a video.
 */
export const LOW_BALANCE_ALERT = durable('VIDEO', 'video.alert.low_balance', AlertEvent);
