import {
  IsArray,
  IsBoolean,
  IsIn,
  IsInt,
  IsISO8601,
  IsObject,
  IsOptional,
  IsString,
  IsUUID,
  Matches,
} from 'class-validator';
import { IsWebUrl, OrNull, Nested } from '#libs/template';
import { MAX_BODY_JSON } from './bounds.js';
import { HasMaxJson } from './has-max-json.js';
import { IsIntegerFrom } from './is-integer-from.js';
import { IsList } from './is-list.js';
import { rpc } from './message.js';
import { WEBHOOK_EVENTS, type WebhookEventType } from './lifecycle.js';
import { PageRequest, type Page } from './lists.js';
import { IsTime } from './time.js';

/** An endpoint that receives events. Times are ISO 8601 in UTC with whole seconds. */
export class Webhook {
  /** Identifies the webhook. */
  @IsUUID()
  id: string;

  /** The organization of the webhook. */
  @IsUUID()
  org_id: string;

  /** The address to which events are sent. */
  @IsWebUrl()
  url: string;

  /** The events that are sent. */
  @IsArray()
  @IsIn(WEBHOOK_EVENTS, { each: true })
  events: WebhookEventType[];

  /** Whether events are sent. */
  @IsBoolean()
  enabled: boolean;

  /** When the webhook was created. */
  @IsISO8601()
  created_at: string;

  /** When the webhook changed last. */
  @IsISO8601()
  updated_at: string;

  /** Why the service disabled the webhook; null if it did not. */
  @OrNull()
  @IsString()
  disabled_reason: string | null;
}

/** A webhook with its signing secret. Only its creation and the rotation of its secret return it. */
export class WebhookWithSecret extends Webhook {
  /** Key that signs deliveries: `whsec_` and 32 bytes in base64 (Standard Webhooks 1.0). */
  @Matches(/^whsec_[A-Za-z0-9+/]{43}=$/)
  secret: string;
}

/** `POST /v1/webhooks`; the webhooks service validates the body. */
export class CreateWebhook {
  @IsUUID()
  org_id: string;

  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  body: Record<string, unknown>;
}

export class GetWebhook {
  @IsUUID()
  org_id: string;

  @IsUUID()
  id: string;
}

/** `PUT /v1/webhooks/{id}`: absent fields keep their value. */
export class UpdateWebhook extends GetWebhook {
  @IsObject()
  @HasMaxJson(MAX_BODY_JSON)
  body: Record<string, unknown>;
}

export class ListWebhooks extends PageRequest {
  @IsUUID()
  org_id: string;

  @IsOptional()
  @IsBoolean()
  enabled?: boolean;
}

/** `failed` after the last attempt; `canceled` when the webhook was disabled before it. */
export const DELIVERY_STATUSES = ['pending', 'succeeded', 'failed', 'canceled'] as const;
export type DeliveryStatus = (typeof DELIVERY_STATUSES)[number];

/** One attempt to deliver an event, and its result. */
export class DeliveryAttempt {
  /** 1 for the first attempt of the delivery. */
  @IsIntegerFrom(1)
  number: number;

  /** When the request was sent. */
  @IsISO8601()
  started_at: string;

  /** Milliseconds until the response, or until the attempt failed. */
  @IsIntegerFrom(0)
  duration_ms: number;

  /** HTTP status of the response; null if no complete response arrived in time. */
  @OrNull()
  @IsInt()
  response_status: number | null;

  /** Why no response was received; null if one was. */
  @OrNull()
  @IsString()
  failure: string | null;
}

/** The delivery of one event to one webhook, or to the `webhook_url` of a request. Times are ISO 8601 in UTC with milliseconds. */
export class WebhookDelivery {
  /** Identifies the delivery. */
  @IsUUID()
  id: string;

  /** The `webhook-id` header, the same in every attempt. */
  @Matches(/^evt_[0-9a-f]{32}$/)
  event_id: string;

  /** The type of the event. */
  @IsIn(WEBHOOK_EVENTS)
  type: WebhookEventType;

  /** The address to which it is sent. */
  @IsWebUrl()
  url: string;

  /** The video that the event is about; null for another event. */
  @OrNull()
  @IsUUID()
  video_id: string | null;

  /** The batch that the event is about; null for another event. */
  @OrNull()
  @IsUUID()
  batch_id: string | null;

  /** The alert that the event is about; null for another event. */
  @OrNull()
  @IsUUID()
  alert_id: string | null;

  /** True for a test event, which carries sample data. */
  @IsBoolean()
  test: boolean;

  /** The state of the delivery: `failed` after the last attempt, `canceled` if the webhook was disabled before it. */
  @IsIn(DELIVERY_STATUSES)
  status: DeliveryStatus;

  /** Number of attempts that have ended. */
  @IsIntegerFrom(0)
  attempts: number;

  /** The attempt that ended last; null before the first has ended. */
  @OrNull()
  @Nested(() => DeliveryAttempt)
  last_attempt: DeliveryAttempt | null;

  /** When the next attempt begins. Null during an attempt, and if no further attempt follows. */
  @OrNull()
  @IsISO8601()
  next_attempt_at: string | null;

  /** When the delivery was created. */
  @IsISO8601()
  created_at: string;

  /** When the delivery ended. */
  @OrNull()
  @IsISO8601()
  finished_at: string | null;
}

/** An attempt with the beginning of its response. */
export class DeliveryAttemptDetails extends DeliveryAttempt {
  /** The first 4 KiB of the response body, read as UTF-8; null if no complete response arrived in time. */
  @OrNull()
  @IsString()
  response_excerpt: string | null;
}

/** Attempts that are kept of one delivery; the schedule has ten, callers may request more. */
export const MAX_KEPT_ATTEMPTS = 50;

/** A delivery with what is sent and its attempts. */
export class WebhookDeliveryDetails extends WebhookDelivery {
  /** The body of the request, the same in every attempt. */
  @IsString()
  request_body: string;

  /** The attempts that have ended, newest first: the last 50. */
  @IsList(0, MAX_KEPT_ATTEMPTS)
  @Nested(() => DeliveryAttemptDetails, { each: true })
  history: DeliveryAttemptDetails[];
}

/** Which deliveries a list shows. */
export class ListDeliveriesQuery extends PageRequest {
  /** Lists deliveries of this status only. */
  @IsOptional()
  @IsIn(DELIVERY_STATUSES)
  status?: DeliveryStatus;

  /** Lists deliveries of events of this video only. */
  @IsOptional()
  @IsUUID()
  video_id?: string;
}

export class ListDeliveries extends ListDeliveriesQuery {
  @IsUUID()
  org_id: string;

  /** Id of the webhook. */
  @IsUUID()
  id: string;
}

export class GetDelivery extends GetWebhook {
  @IsUUID()
  delivery_id: string;
}

export class RetryDelivery extends GetDelivery {}

export class RecoverWebhook extends GetWebhook {
  @IsTime()
  since: string;
}

/** An accepted request to send missed events again. It survives a restart of the service. */
export class WebhookRecovery {
  /** Identifies the request. */
  @IsUUID()
  id: string;

  /** The webhook. */
  @IsUUID()
  webhook_id: string;

  /** ISO 8601 in UTC with milliseconds, like `created_at`. */
  @IsISO8601()
  since: string;

  /** When the request was accepted. */
  @IsISO8601()
  created_at: string;
}

export const WEBHOOKS_RPC = {
  create: rpc<CreateWebhook, WebhookWithSecret>('rpc.webhooks.create', CreateWebhook, {
    budget: 'requests',
    timeoutMs: 10_000,
  }),
  get: rpc<GetWebhook, Webhook>('rpc.webhooks.get', GetWebhook, { budget: 'requests' }),
  list: rpc<ListWebhooks, Page<Webhook>>('rpc.webhooks.list', ListWebhooks, { budget: 'requests' }),
  update: rpc<UpdateWebhook, Webhook>('rpc.webhooks.update', UpdateWebhook, { budget: 'requests', timeoutMs: 10_000 }),
  rotateSecret: rpc<GetWebhook, WebhookWithSecret>('rpc.webhooks.rotate-secret', GetWebhook, { budget: 'requests' }),
  test: rpc<GetWebhook, WebhookDelivery>('rpc.webhooks.test', GetWebhook, { budget: 'requests' }),
  listDeliveries: rpc<ListDeliveries, Page<WebhookDelivery>>('rpc.webhooks.list-deliveries', ListDeliveries, {
    budget: 'requests',
  }),
  getDelivery: rpc<GetDelivery, WebhookDeliveryDetails>('rpc.webhooks.get-delivery', GetDelivery, {
    budget: 'requests',
  }),
  retryDelivery: rpc<RetryDelivery, WebhookDelivery>('rpc.webhooks.retry-delivery', RetryDelivery, {
    budget: 'requests',
  }),
  recover: rpc<RecoverWebhook, WebhookRecovery>('rpc.webhooks.recover', RecoverWebhook, { budget: 'requests' }),
  remove: rpc<GetWebhook, Record<string, never>>('rpc.webhooks.remove', GetWebhook, { budget: 'requests' }),
} as const;

/** Finds which of these messages have had no effect yet; sent by the reconciler. */
export class FindUntakenEvents {
  @IsList(0, 1_000)
  @IsUUID(undefined, { each: true })
  message_ids: string[];
}

export interface UntakenReply {
  /**
   * Whether few messages wait in the stream. A message that was published a while ago and is still not consumed is then
   * lost.
   */
  caught_up: boolean;
  message_ids: string[];
}

/** Requests of the service that publishes events to the one that delivers them. */
export const EVENTS_RPC = {
  untaken: rpc<FindUntakenEvents, UntakenReply>('rpc.webhooks.untaken-events', FindUntakenEvents, {
    budget: 'internal',
    timeoutMs: 10_000,
  }),
} as const;
